/* SPDX-License-Identifier: Apache-2.0
 *
 * The OpenMP library of a program with one thread. A serial program that calls omp_* is linked with
 * this archive; a program that does not call them takes nothing from it.
 */
#include <stddef.h>
#include <time.h>

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
int omp_get_level(void);
int omp_get_active_level(void);
int omp_get_ancestor_thread_num(int level);
int omp_get_team_size(int level);
int omp_get_thread_limit(void);
int omp_get_dynamic(void);
int omp_get_nested(void);
int omp_get_max_active_levels(void);
int omp_get_supported_active_levels(void);
int omp_get_num_places(void);
int omp_get_place_num(void);
int omp_get_num_devices(void);
int omp_get_default_device(void);
int omp_get_initial_device(void);
int omp_is_initial_device(void);
int omp_in_final(void);
int omp_get_cancellation(void);
int omp_get_max_task_priority(void);
void omp_set_num_threads(int threads);
void omp_set_dynamic(int dynamic);
void omp_set_nested(int nested);
void omp_set_max_active_levels(int levels);
void omp_set_schedule(int kind, int chunk);
void omp_get_schedule(int *kind, int *chunk);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_init_lock(void *lock);
void omp_destroy_lock(void *lock);
void omp_set_lock(void *lock);
void omp_unset_lock(void *lock);
int omp_test_lock(void *lock);
void omp_init_nest_lock(void *lock);
void omp_destroy_nest_lock(void *lock);
void omp_set_nest_lock(void *lock);
void omp_unset_nest_lock(void *lock);
int omp_test_nest_lock(void *lock);

int omp_get_thread_num(void) { return 0; }
int omp_get_num_threads(void) { return 1; }
int omp_get_max_threads(void) { return 1; }
int omp_get_num_procs(void) { return 1; }
int omp_in_parallel(void) { return 0; }
int omp_get_level(void) { return 0; }
int omp_get_active_level(void) { return 0; }
int omp_get_ancestor_thread_num(int level) { return level == 0 ? 0 : -1; }
int omp_get_team_size(int level) { return level == 0 ? 1 : -1; }
int omp_get_thread_limit(void) { return 1; }
int omp_get_dynamic(void) { return 0; }
int omp_get_nested(void) { return 0; }
int omp_get_max_active_levels(void) { return 1; }
int omp_get_supported_active_levels(void) { return 1; }
int omp_get_num_places(void) { return 0; }
int omp_get_place_num(void) { return -1; }
int omp_get_num_devices(void) { return 0; }
int omp_get_default_device(void) { return 0; }
int omp_get_initial_device(void) { return 0; }
int omp_is_initial_device(void) { return 1; }
int omp_in_final(void) { return 1; }
int omp_get_cancellation(void) { return 0; }
int omp_get_max_task_priority(void) { return 0; }
void omp_set_num_threads(int threads) { (void)threads; }
void omp_set_dynamic(int dynamic) { (void)dynamic; }
void omp_set_nested(int nested) { (void)nested; }
void omp_set_max_active_levels(int levels) { (void)levels; }

void omp_set_schedule(int kind, int chunk) {
  (void)kind;
  (void)chunk;
}

void omp_get_schedule(int *kind, int *chunk) {
  *kind = 1; /* omp_sched_static */
  *chunk = 0;
}

double omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double omp_get_wtick(void) { return 1e-9; }

/* A lock of one thread holds how often it was taken, in its first int: both compilers' lock types
 * are at least that large. */
void omp_init_lock(void *lock) { *(int *)lock = 0; }
void omp_destroy_lock(void *lock) { (void)lock; }
void omp_set_lock(void *lock) { *(int *)lock = 1; }
void omp_unset_lock(void *lock) { *(int *)lock = 0; }

int omp_test_lock(void *lock) {
  int taken = *(int *)lock == 0;
  *(int *)lock = 1;
  return taken;
}

void omp_init_nest_lock(void *lock) { *(int *)lock = 0; }
void omp_destroy_nest_lock(void *lock) { (void)lock; }
void omp_set_nest_lock(void *lock) { ++*(int *)lock; }
void omp_unset_nest_lock(void *lock) { --*(int *)lock; }
int omp_test_nest_lock(void *lock) { return ++*(int *)lock; }
