// tare: treatment: omp_set_lock measured 3
// tare: treatment: omp_unset_lock measured 4
// tare: treatment: omp_test_lock counted 1
// tare: treatment: parallel measured 2
// Every routine of simple locks, also outside a region; a lock handed to a function.
#include <omp.h>
#include <stdio.h>

static void add(omp_lock_t *lock, int *n) {
  omp_set_lock(lock);
  (*n)++;
  omp_unset_lock(lock);
}

int main(void) {
  omp_lock_t lock, second;
  int n = 0, m = 0, serial;
  omp_init_lock(&lock);
  omp_init_lock(&second);
  serial = omp_test_lock(&lock);
  omp_unset_lock(&lock);
#pragma omp parallel for
  for (int i = 0; i < 200; i++) {
    add(&lock, &n);
    omp_set_lock(&second), m += 2, omp_unset_lock(&second);
  }
  int size = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() >= 0)
      omp_set_lock(&lock);
    size++;
    omp_unset_lock(&lock);
#pragma omp barrier
  }
#pragma omp parallel
#pragma omp single
  size -= omp_get_num_threads();
  omp_destroy_lock(&lock);
  omp_destroy_lock(&second);
  printf("%d %d %d %d\n", n, m, serial, size);
  return !(n == 200 && m == 400 && serial == 1 && size == 0);
}
