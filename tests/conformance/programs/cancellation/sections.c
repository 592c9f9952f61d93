// tare: env: OMP_CANCELLATION=true
// cancel sections, split and combined.
#include <stdio.h>

int main(void) {
  int a = 0, late = 0, after = 0, size = 0;
#pragma omp parallel reduction(+ : after, size)
  {
    size++;
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp atomic
        a++;
#pragma omp cancel sections
#pragma omp atomic
        late++;
      }
#pragma omp section
      {
#pragma omp cancellation point sections
      }
    }
    after++;
  }
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp cancel sections
#pragma omp atomic
      late++;
    }
#pragma omp section
    {
#pragma omp cancellation point sections
#pragma omp atomic
      a += 0;
    }
  }
  printf("%d %d %d\n", a, late, after == size);
  return !(a == 1 && late == 0 && after == size);
}
