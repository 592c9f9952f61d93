// __extension__, case ranges, omitted middle operands, zero-size arrays, empty structs, binary constants.
#include "../expect.h"

__extension__ typedef long long wide;
struct empty {};
struct tail {
  int n;
  int values[0];
};

int main(void) {
  wide sum = 0;
  __extension__ int range[] = {[0 ... 9] = 3, [10] = 0b101};
  struct empty nothing;
  (void)nothing;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 11; i++)
    sum += __extension__(range[i] ?: 100);
#pragma omp parallel
  {
    __extension__ wide mine = sizeof(struct empty) + sizeof(struct tail);
    switch (mine) {
    case 1 ... 9:
#pragma omp single
      sum += mine;
      break;
    default:;
#pragma omp critical
      sum = -1;
    }
    const char *name = __func__;
#pragma omp critical
    sum += name[0] != 'm';
  }
local:
#pragma omp parallel if (0)
  sum++;
  printf("%lld\n", sum);
  EXPECT_EQ(sum, 35 + 4 + 1);
  return 0;
}
