// tare: treatment: barrier measured 2
// tare: treatment: for measured 1
// Barriers, implicit ones too, run all tasks; tasks created by every thread.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0, bad = 0, size = 0;
#pragma omp parallel reduction(+ : bad, size)
  {
    size++;
    for (int i = 0; i < 10; i++)
#pragma omp task shared(n)
#pragma omp atomic
      n++;
#pragma omp barrier
    bad += n != 10 * omp_get_num_threads();
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(n)
#pragma omp atomic
      n++;
    }
    bad += n != 10 * omp_get_num_threads() + 20;
  }
  printf("%d %d\n", n - 10 * size, bad);
  return bad != 0;
}
