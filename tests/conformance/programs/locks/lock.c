#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_lock_t lock;
  int n = 0;
  omp_init_lock(&lock);
#pragma omp parallel
  for (int i = 0; i < 100; i++) {
    omp_set_lock(&lock);
    n++;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
#pragma omp parallel
#pragma omp single
  n -= 100 * omp_get_num_threads();
  printf("%d\n", n);
  return n != 0;
}
