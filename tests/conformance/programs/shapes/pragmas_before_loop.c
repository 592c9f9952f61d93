// Other vendors' pragmas between a loop directive and its loop.
#include "../expect.h"

int main(void) {
  int sum = 0, data[32];
#pragma omp parallel for
#pragma ivdep
#pragma vector always
  for (int i = 0; i < 32; i++)
    data[i] = i;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
#pragma loop_count(32)
#pragma unroll_completely
    for (int i = 0; i < 32; i++)
#pragma novector
      for (int j = 0; j < 2; j++)
        sum += data[i];
#pragma omp single
#pragma vendor inline
    sum++;
#pragma omp critical
#pragma vendor inline
    {
      sum += 0;
    }
  }
#pragma ivdep
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 32; i++) {
#pragma GCC ivdep
    for (int j = 0; j < 2; j++)
      sum++;
#pragma GCC unroll 4
    for (int j = 0; j < 2; j++)
      sum++;
  }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 992 + 1 + 128);
  return 0;
}
