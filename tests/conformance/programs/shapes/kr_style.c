// tare: flags: -std=gnu89
/* Functions in the style of K&R: no prototypes, implicit int, parameters declared after the list. */
#include "../expect.h"

static add(a, n, scale) int *a;
int n;
{
  int i, sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += a[i] * scale;
  return sum;
}

long total(x, y)
register long x;
long y;
{
#pragma omp parallel
  {
    long mine = x;
#pragma omp critical
    y = y > mine ? y : mine;
  }
  return y;
}

static empty() {
#pragma omp parallel
  ;
  return 0;
}

main(argc, argv)
int argc;
char **argv;
{
  static int a[10];
  int i;
#pragma omp parallel for
  for (i = 0; i < 10; i++)
    a[i] = i;
  printf("%d %ld %d\n", add(a, 10, 2), total(3L, 4L), empty());
  EXPECT_EQ(add(a, 10, 2), 90);
  return 0;
}
