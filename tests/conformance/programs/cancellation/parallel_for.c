// tare: env: OMP_CANCELLATION=true
// cancel for in the combined form; with one iteration per chunk nothing runs after it on its thread.
#include <stdio.h>

int main(void) {
  int hit = 0, late = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < 100; i++) {
#pragma omp cancellation point for
    if (i == 7) {
#pragma omp atomic write
      hit = 1;
#pragma omp cancel for if (hit)
#pragma omp atomic
      late++;
    }
  }
  printf("%d %d\n", hit, late);
  return !(hit == 1 && late == 0);
}
