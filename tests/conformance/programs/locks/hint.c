// tare: plain-fails: gcc libgomp of gcc 12 has no locks with hints
#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int n = 0, m = 0;
  omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
  omp_init_nest_lock_with_hint(&nest, omp_sync_hint_none);
#pragma omp parallel for
  for (int i = 0; i < 50; i++) {
    omp_set_lock(&lock);
    n++;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    m++;
    omp_unset_nest_lock(&nest);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  printf("%d %d\n", n, m);
  return n != 50 || m != 50;
}
