#include <omp.h>

static omp_lock_t lock;
static int sum;

void prepare(void) { omp_init_lock(&lock); }

void add(int i) {
  omp_set_lock(&lock);
  sum += i;
  omp_unset_lock(&lock);
}

int result(void) { return sum; }
