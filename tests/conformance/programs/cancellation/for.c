// tare: env: OMP_CANCELLATION=true
// tare: treatment: parallel measured 1
// A search that cancels its loop; code after the loop runs in every thread.
#include <stdio.h>

#define N 2000

int main(void) {
  static int a[N];
  int found = -1, after = 0, size = 0;
  a[1234] = 1;
#pragma omp parallel reduction(+ : after, size)
  {
    size++;
#pragma omp for schedule(dynamic, 10)
    for (int i = 0; i < N; i++) {
      if (a[i]) {
#pragma omp atomic write
        found = i;
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
    after++;
  }
  printf("%d %d\n", found, after == size);
  return !(found == 1234 && after == size);
}
