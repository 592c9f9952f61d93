// Every kind of statement as the unbraced body of a construct, with stray semicolons.
#include "../expect.h"

#define STEP sum += 1;
#define NO_SEMICOLON sum += 1

int main(void) {
  int sum = 0, n = 0, a[4] = {0};
#pragma omp parallel
#pragma omp single
  STEP;
#pragma omp parallel
#pragma omp single
  NO_SEMICOLON;
  ;
#pragma omp parallel
  {
#pragma omp single
    switch (n) {
    case 0:
      sum++;
    };
#pragma omp single
    while (n < 3)
      n++;
    ;
#pragma omp single
    do {
      n++;
    } while (n < 6);
#pragma omp critical
    if (n == 6)
      for (int i = 0; i < 2; i++)
        if (i)
          a[i] = 1;
        else
          a[i] = 2;
#pragma omp master
    (void)0, sum++;
#pragma omp critical
    (a[0] = 2), (a[1] = a[0] > 1 ? 1 : 0);
  };
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    switch (i) {
    case 2:
    case 3:
      a[i] = i;
      break;
    default:
      continue;
    }
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 2; j++) {
      sum += a[i];
    };
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
        while (0)
          sum++;
  printf("%d %d\n", sum, n);
  EXPECT_EQ(sum, 4 + 2 * (2 + 1 + 2 + 3));
  EXPECT_EQ(n, 6);
  return 0;
}
