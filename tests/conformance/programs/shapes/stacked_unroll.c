// Loop transformations under a worksharing directive (gcc 12 ignores them with a warning).
#include "../expect.h"

int main(void) {
  int data[32], sum = 0;
#pragma omp parallel for
#pragma omp unroll partial(2)
  for (int i = 0; i < 32; i++)
    data[i] = i;
#pragma omp parallel
#pragma omp for reduction(+ : sum)
#pragma omp tile sizes(4)
  for (int i = 0; i < 32; i++)
    sum += data[i];
#pragma omp parallel for reduction(+ : sum)
#pragma omp unroll partial
#pragma omp tile sizes(4, 2)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      sum += 1;
#pragma omp unroll full
  for (int i = 0; i < 4; i++)
    sum++;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 496 + 64 + 4);
  return 0;
}
