/* many short static loops in one region: each start costs, whatever is in the loop */
#include <stdio.h>
int main(void) {
  double a[64] = {0}, s = 0;
#pragma omp parallel
  for (int k = 0; k < 200000; k++) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = a[i] * 0.5 + i;
  }
  for (int i = 0; i < 64; i++)
    s += a[i];
  printf("%.6g\n", s);
  return 0;
}
