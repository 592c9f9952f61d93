/* RUN: %case %s --flags=-std=c89 | %check %s
 */
#include <stdio.h>

int old(n)
int n;
{
  int i, sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += i;
#pragma omp parallel
  {
    int mine = 1;
#pragma omp for
    for (i = 0; i < 4; i++)
      mine += i;
#pragma omp critical
    sum += mine > 0 ? 0 : 1;
  }
  return sum;
}

int main(void) {
  printf("%d\n", old(10));
  return 0;
}
/* CHECK: { struct tare_region tare_r0; region_fork
 * CHECK: NODE for#1 line 15 [for] measured
 */
