/* SPDX-License-Identifier: Apache-2.0
 *
 * The OpenMP library of a program with one thread. A serial program that calls omp_* is linked with
 * this archive; a program that does not call them takes nothing from it. All that the omp.h of gcc
 * and of clang declare is here, in plain types: the headers differ, what callers pass does not.
 */
#include <stddef.h>
#include <time.h>

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
int omp_get_num_teams(void) { return 1; }
int omp_get_team_num(void) { return 0; }
int omp_get_max_teams(void) { return 1; }
int omp_get_teams_thread_limit(void) { return 1; }
int omp_get_proc_bind(void) { return 0; /* omp_proc_bind_false */ }
int omp_get_num_places(void) { return 0; }
int omp_get_place_num(void) { return -1; }
int omp_get_partition_num_places(void) { return 0; }
int omp_in_explicit_task(void) { return 0; }
int omp_in_final(void) { return 1; }
int omp_get_cancellation(void) { return 0; }
int omp_get_max_task_priority(void) { return 0; }
void omp_set_num_threads(int threads) { (void)threads; }
void omp_set_dynamic(int dynamic) { (void)dynamic; }
void omp_set_nested(int nested) { (void)nested; }
void omp_set_max_active_levels(int levels) { (void)levels; }
void omp_set_num_teams(int teams) { (void)teams; }
void omp_set_teams_thread_limit(int threads) { (void)threads; }
void omp_display_env(int verbose) { (void)verbose; }
void omp_fulfill_event(size_t event) { (void)event; }
void omp_get_partition_place_nums(int *places) { (void)places; }

int omp_get_place_num_procs(int place) {
  (void)place;
  return 0;
}

void omp_get_place_proc_ids(int place, int *ids) {
  (void)place;
  (void)ids;
}

int omp_pause_resource(int kind, int device) {
  (void)kind;
  (void)device;
  return 0;
}

int omp_pause_resource_all(int kind) {
  (void)kind;
  return 0;
}

int omp_control_tool(int command, int modifier, void *argument) {
  (void)command;
  (void)modifier;
  (void)argument;
  return -2; /* omp_control_tool_notool */
}

/* One thread that is bound to nothing has no affinity to format: the text is always empty. */
static size_t emptyText(char *buffer, size_t size) {
  if (size > 0)
    *buffer = 0;
  return 0;
}

void omp_set_affinity_format(const char *format) { (void)format; }
void omp_display_affinity(const char *format) { (void)format; }
size_t omp_get_affinity_format(char *buffer, size_t size) { return emptyText(buffer, size); }

size_t omp_capture_affinity(char *buffer, size_t size, const char *format) {
  (void)format;
  return emptyText(buffer, size);
}

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

void omp_init_lock_with_hint(void *lock, int hint) {
  (void)hint;
  omp_init_lock(lock);
}

void omp_init_nest_lock_with_hint(void *lock, int hint) {
  (void)hint;
  omp_init_nest_lock(lock);
}
