// tare: skip: clang clang 19 cannot compile this directive
// tare: treatment: scope measured 2
#include <omp.h>
#include <stdio.h>

int main(void) {
  int sum = 0, p = 1, size = 0, bad = 0;
#pragma omp parallel reduction(+ : bad)
  {
#pragma omp scope reduction(+ : sum, size)
    {
      sum += omp_get_thread_num();
      size++;
    }
    bad += sum != size * (size - 1) / 2;
#pragma omp scope private(p) nowait
    p = omp_get_thread_num();
  }
  printf("%d %d %d\n", sum == size * (size - 1) / 2, p, bad);
  return bad != 0 || p != 1;
}
