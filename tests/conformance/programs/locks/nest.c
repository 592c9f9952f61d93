// tare: treatment: omp_set_nest_lock measured 1
// tare: treatment: omp_unset_nest_lock measured 3
// tare: treatment: omp_test_nest_lock counted 2
// Nestable locks: counts of nesting, taken by a recursive function.
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t lock;
static int n;

static void deep(int depth) {
  omp_set_nest_lock(&lock);
  n++;
  if (depth > 0)
    deep(depth - 1);
  omp_unset_nest_lock(&lock);
}

int main(void) {
  int first, second;
  omp_init_nest_lock(&lock);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    deep(4);
  first = omp_test_nest_lock(&lock);
  second = omp_test_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  printf("%d %d %d\n", n, first, second);
  return !(n == 200 && first == 1 && second == 2);
}
