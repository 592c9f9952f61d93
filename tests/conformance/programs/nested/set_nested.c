// tare: treatment: parallel measured 2
// omp_set_max_active_levels at run time, num_threads list, if on the inner region.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int on = 0, off = 0;
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  for (int k = 0; k < 2; k++) {
    int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
    {
#pragma omp parallel num_threads(2) if (k == 0) reduction(+ : n)
      n += omp_get_num_threads();
    }
    *(k ? &off : &on) = n;
  }
  printf("%d %d %d\n", on, off, omp_get_max_active_levels());
  return !(on == 8 && off == 2);
}
