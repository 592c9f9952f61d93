// tare: treatment: target data left-alone 1
// Data regions, enter, exit and update; they must stay statements of their own.
#include <stdio.h>

#pragma omp declare target
static int scale = 3;
static int times(int x) { return x * scale; }
#pragma omp end declare target

int main(void) {
  int a[40], bad = 0;
  for (int i = 0; i < 40; i++)
    a[i] = i;
#pragma omp target data map(tofrom : a)
  {
#pragma omp target
    for (int i = 0; i < 40; i++)
      a[i] = times(a[i]);
#pragma omp target update from(a)
    a[0] += 5;
#pragma omp target update to(a)
  }
#pragma omp target enter data map(to : a)
#pragma omp target map(tofrom : a)
  for (int i = 0; i < 40; i++)
    a[i] += 1;
#pragma omp target exit data map(from : a)
  for (int i = 0; i < 40; i++)
    bad += a[i] != 3 * i + 1 + 5 * (i == 0);
  printf("%d\n", bad);
  return bad != 0;
}
