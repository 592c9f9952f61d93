// Identifiers that are also in omp.h or are macros of it, in scopes of their own.
#include "../expect.h"
#include <omp.h>

struct omp_get_num_threads {
  int omp_lock_t;
};

static int uses(int omp_get_max_threads) {
  struct omp_get_num_threads omp_lock_t = {omp_get_max_threads};
  int omp_sched_static = 0;
#pragma omp parallel for reduction(+ : omp_sched_static)
  for (int omp_in_parallel = 0; omp_in_parallel < 5; omp_in_parallel++)
    omp_sched_static += omp_lock_t.omp_lock_t;
  return omp_sched_static;
}

int main(void) {
  int level = 0;
  omp_lock_t omp_set_lock_;
  omp_init_lock(&omp_set_lock_);
#pragma omp parallel reduction(max : level)
  {
    int omp_get_thread_num = 3;
    omp_set_lock(&omp_set_lock_);
    level = omp_get_level() + omp_get_thread_num;
    omp_unset_lock(&omp_set_lock_);
  }
  omp_destroy_lock(&omp_set_lock_);
  printf("%d %d\n", level, uses(2));
  EXPECT_EQ(level, 4);
  EXPECT_EQ(uses(2), 10);
  return 0;
}
