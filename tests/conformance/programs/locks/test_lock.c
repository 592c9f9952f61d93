// tare: treatment: omp_test_lock counted 4
// tare: treatment: omp_unset_lock measured 3
// Polling with omp_test_lock in the condition of a loop, of an if, and in an expression.
#include <omp.h>
#include <sched.h>
#include <stdio.h>

int main(void) {
  omp_lock_t lock;
  int n = 0, alone;
  omp_init_lock(&lock);
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    while (!omp_test_lock(&lock))
      sched_yield();
    n++;
    omp_unset_lock(&lock);
  }
#pragma omp parallel
  {
    for (;;) {
      if (omp_test_lock(&lock)) {
        n += 0;
        omp_unset_lock(&lock);
        break;
      }
      sched_yield();
    }
  }
  alone = omp_test_lock(&lock) ? 1 : 0;
  int again = omp_test_lock(&lock) + 5 * alone;
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  printf("%d %d %d\n", n, alone, again);
  return !(n == 60 && alone == 1 && again == 5);
}
