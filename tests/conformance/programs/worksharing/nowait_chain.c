// tare: treatment: for measured 3
// Loops with identical static chunks hand values on to the same thread without a barrier.
#include <stdio.h>

#define N 1000

int main(void) {
  static int a[N], b[N], c[N];
  int bad = 0;
  for (int repeat = 0; repeat < 20; repeat++) {
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < N; i++)
        a[i] = i + repeat;
#pragma omp for schedule(static) nowait
      for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
#pragma omp for schedule(static) nowait
      for (int i = 0; i < N; i++)
        c[i] = a[i] + b[i];
    }
    for (int i = 0; i < N; i++)
      bad += c[i] != 3 * (i + repeat);
  }
  printf("%d\n", bad);
  return bad != 0;
}
