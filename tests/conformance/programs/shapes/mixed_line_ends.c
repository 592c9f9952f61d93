// A file whose lines end in LF and in CR LF.
#include "../expect.h"

#define SUM \
  reduction(+ \
            : sum)

int main(void) {
  int sum = 0, data[20];
#pragma omp parallel for \
    schedule(static, \
             2)
  for (int i = 0; i < 20; i++)
    data[i] = i;
#pragma omp parallel SUM
  {
#pragma omp for nowait
    for (int i = 0; i < 20; i++)
      sum += data[i];
#pragma omp critical
    sum += 0;
#pragma omp barrier
#pragma omp single
    sum++;
  }
  if (sum)
#pragma omp parallel for SUM
    for (int i = 0; i < 3; i++)
      sum++;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 194);
  return 0;
}
