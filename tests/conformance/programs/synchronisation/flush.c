// tare: treatment: flush counted 3
// Flush hands a value from one thread to another.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int value = 0, ready = 0, got = 0;
#pragma omp parallel num_threads(2) shared(value, ready, got)
  {
    int alone = omp_get_num_threads() == 1;
    if (omp_get_thread_num() == 0) {
      value = 42;
#pragma omp flush
#pragma omp atomic write
      ready = 1;
#pragma omp flush(ready)
    }
#pragma omp barrier
    if (alone || omp_get_thread_num() == 1) {
#pragma omp flush
      got = value * ready;
    }
  }
  printf("%d\n", got);
  return got != 42;
}
