// tare: profiles: 0
// Tasks, taskwait, taskgroup and taskloop outside of any region.
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp task shared(n)
  n += 1;
#pragma omp taskwait
#pragma omp taskgroup
  {
#pragma omp task shared(n)
    n += 10;
  }
#pragma omp taskloop shared(n)
  for (int i = 0; i < 5; i++)
    n += 100;
#pragma omp taskyield
  printf("%d\n", n);
  return n != 511;
}
