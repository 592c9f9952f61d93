// tare: env: OMP_CANCELLATION=true OMP_MAX_ACTIVE_LEVELS=2
// An inner region is cancelled, the outer one goes on.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int late = 0, outer = 0, inner = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      inner++;
#pragma omp cancel parallel
#pragma omp atomic
      late++;
    }
#pragma omp atomic
    outer++;
#pragma omp barrier
#pragma omp atomic
    outer++;
  }
  printf("%d %d %d\n", outer, late, inner >= 2 && inner <= 4);
  return !(outer == 4 && late == 0);
}
