// tare: env: OMP_MAX_ACTIVE_LEVELS=2
// tare: treatment: for measured 2
// tare: treatment: single measured 1
// tare: treatment: critical measured 1
// Worksharing and criticals in an inner team, inside worksharing of the outer one.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0, total = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 6; i++) {
#pragma omp parallel num_threads(2)
      {
#pragma omp for
        for (int j = 0; j < 10; j++) {
#pragma omp critical
          n++;
        }
#pragma omp single
        {
#pragma omp atomic
          total += i;
        }
#pragma omp barrier
      }
    }
  }
  printf("%d %d\n", n, total);
  return !(n == 60 && total == 15);
}
