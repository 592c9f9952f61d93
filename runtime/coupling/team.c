/* SPDX-License-Identifier: Apache-2.0
 *
 * What is to be known of OpenMP teams, and a barrier of our own: the kernels' barriers are theirs.
 */
#define _GNU_SOURCE
#include "coupling.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

/* 0 without OpenMP: the program is serial. */
static int ask(const char *name, int (**kept)(void), int without) {
  if (!*kept)
    *kept = (int (*)(void))dlsym(RTLD_DEFAULT, name);
  return *kept ? (*kept)() : without;
}

int tare_team_level(void) {
  static int (*level)(void);
  return ask("omp_get_level", &level, 0);
}
int tare_team_size(void) {
  static int (*size)(void);
  return ask("omp_get_num_threads", &size, 1);
}
int tare_team_number(void) {
  static int (*number)(void);
  return ask("omp_get_thread_num", &number, 0);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void tare_team_meet(int size) {
  static atomic_int arrived, meeting;
  if (size < 2)
    return;
  int mine = atomic_load(&meeting);
  if (atomic_fetch_add(&arrived, 1) + 1 == size) {
    atomic_store(&arrived, 0);
    atomic_fetch_add(&meeting, 1);
    return;
  }
  double since = 0;
  for (unsigned turn = 1; atomic_load_explicit(&meeting, memory_order_acquire) == mine; ++turn) {
    if (turn % 1024)
      continue;
    sched_yield();
    if (turn % (1024 * 1024) == 0) {
      since = since > 0 ? since : seconds();
      if (seconds() - since > 60)
        tare_refuse(-1, "team", "a thread of the region did not call the kernels with the others");
    }
  }
}
