// tare: flags: -std=c2x
// C23 as both compilers have it: attributes, digit separators, empty initialisers, unnamed parameters.
#include "../expect.h"

[[nodiscard]] static int sum_of(int n, int) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    [[maybe_unused]] int copy = i;
    sum += 1'000;
  }
  return sum;
}

[[maybe_unused]] static void spare(void) {}

static int kinds(int kind) {
  int result = 0;
  switch (kind) {
  case 1:
#pragma omp critical
    result++;
    [[fallthrough]];
  default:
#pragma omp atomic
    result += 0b100;
  }
  return result;
}

int main() {
  int values[4] = {}, total = 0;
  _Static_assert(sizeof(int) == 4);
#pragma omp parallel
  {
    [[maybe_unused]] int mine = 0;
#pragma omp for
    for (int i = 0; i < 4; i++)
      values[i]++;
#pragma omp single
    total++;
  }
  goto end;
end:
  printf("%d %d %d\n", sum_of(3, 0), kinds(1), values[0] + values[3] + total);
  EXPECT_EQ(sum_of(3, 0), 3000);
  EXPECT_EQ(kinds(1), 5);
  EXPECT_EQ(values[0] + values[3] + total, 3);
}
