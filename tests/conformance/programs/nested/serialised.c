// tare: threads: 2 4
// tare: env: OMP_MAX_ACTIVE_LEVELS=1
// tare: treatment: parallel measured 2
// tare: treatment: for measured 1
// Inner regions of one thread, because nesting is off.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int inner = 0, bad = 0, size = 0, sum = 0;
#pragma omp parallel reduction(+ : inner, bad, size, sum)
  {
    size++;
#pragma omp parallel num_threads(4) reduction(+ : inner, bad, sum)
    {
      inner++;
      bad += omp_get_num_threads() != 1 || omp_get_level() != 2 || omp_get_thread_num() != 0;
#pragma omp for
      for (int i = 0; i < 10; i++)
        sum += i;
    }
  }
  printf("%d %d %d\n", inner - size, bad, sum - 45 * size);
  return inner != size || bad || sum != 45 * size;
}
