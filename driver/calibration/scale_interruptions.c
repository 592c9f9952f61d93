/* SPDX-License-Identifier: Apache-2.0
 *
 * What a busy thread loses to interruptions, and to other programs of this system.
 */
#include "scale.h"

#include <stdio.h>
#include <stdlib.h>

enum { BUSY_PARTS = 2000, BUSY_NS = 30000, SEEN_NS = 2000 /* longer than most: interrupted */ };

static void busy(long times) {
  for (long k = 0; k < times; ++k)
    long_work();
}

static uint64_t busy_ns(long times) {
  uint64_t since = clockNs();
  busy(times);
  return clockNs() - since;
}

/* How long this thread was ready to run and had no CPU: others of this system had it. Below 0: this
 * kernel does not tell. What the host of a virtual machine takes is not in it. */
static double waited_ns(void) {
  double waited = -1;
  FILE *file = fopen("/proc/thread-self/schedstat", "r");
  if (!file)
    return waited;
  if (fscanf(file, "%*s %lf", &waited) != 1)
    waited = -1;
  fclose(file);
  return waited;
}

/* All threads are busy, as in a program: then a core that others share, or that the host lacks, is
 * interrupted more.  The first thread times equal parts of work. */
void print_interruptions(void) {
  static uint64_t part_ns[BUSY_PARTS];
  long times = 1;
  while (busy_ns(times) < BUSY_NS)
    times *= 2;
  struct timing timing = {0};
  double waited = 0, took = 0;
#pragma omp parallel
  {
    align_team();
    if (is_first()) {
      double waited_before = waited_ns(), begin = (double)clockNs();
      for (int part = 0; part < BUSY_PARTS; ++part)
        part_ns[part] = busy_ns(times);
      took = (double)clockNs() - begin;
      waited = waited_before < 0 ? -1 : waited_ns() - waited_before;
      let_go(&timing);
    }
    while (!__atomic_load_n(&timing.is_over, __ATOMIC_ACQUIRE))
      busy(1);
  }
  qsort(part_ns, BUSY_PARTS, sizeof *part_ns, ascending);
  uint64_t usual = part_ns[BUSY_PARTS / 2], longer = 0, interruptions = 0;
  for (int part = BUSY_PARTS - 1; part >= 0 && part_ns[part] > usual + SEEN_NS; --part) {
    longer += part_ns[part] - usual;
    ++interruptions;
  }
  printf("interrupted %.6f %llu\n", (double)longer / (double)(usual * BUSY_PARTS),
         (unsigned long long)(interruptions ? longer / interruptions : 0));
  if (waited >= 0)
    printf("waited %.6f\n", waited / took);
}
