/* SPDX-License-Identifier: Apache-2.0
 * A critical, a lock, a nest lock that is taken twice, and ordered: every thread waits for the
 * others. Acquisitions: 40 * (1 + 1 + 2 + 1). */
#include "work.h"
#include <omp.h>

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel for schedule(static, 1) ordered
  for (int i = 0; i < 40; ++i) {
#pragma omp critical
    work(6000);
    omp_set_lock(&lock);
    work(6000);
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    work(3000);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
#pragma omp ordered
    work(3000);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  return 0;
}
