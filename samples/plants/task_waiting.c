/* SPDX-License-Identifier: Apache-2.0
 *
 * Fetching: a thread waits for the child of its task, which the other thread completes, while tasks
 * are ready that it may not run, because they do not descend from the task that waits.
 * Without the plant the team shares the same work out.
 */
#include "plant.h"

#ifndef PLANT_LEFT_OUT
enum { child_units = 10 };

struct meeting {
  uint64_t waiting, ready; /* rounds */
  omp_event_handle_t child;
};

static void announce(uint64_t *place, uint64_t round) {
#pragma omp atomic write release
  *place = round + 1;
}

static void await(const uint64_t *place, uint64_t round) {
  uint64_t seen = 0;
  while (seen <= round) {
#pragma omp atomic read acquire
    seen = *place;
  }
}

/* In a team of one nobody else could complete the child. */
static void wait_for_child(struct meeting *meeting, uint64_t round, int alone) {
  omp_event_handle_t child = (omp_event_handle_t)0;
#pragma omp task detach(child)
  chain_run(child_units);
  meeting->child = child;
  announce(&meeting->waiting, round);
  if (alone)
    omp_fulfill_event(child);
  else
    await(&meeting->ready, round);
#pragma omp taskwait
}

static void create_quarters(struct quarters *quarters, uint64_t units) {
  for (int q = 0; q < 4; ++q) {
#pragma omp task firstprivate(quarters, q, units)
    quarters->sum[q][0] += chain_run(units);
  }
}
#endif

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0}, parts = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part, checksum = 0;
#ifndef PLANT_LEFT_OUT
  struct meeting meeting = {0};
#endif
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#ifdef PLANT_LEFT_OUT
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      parts.sum[q][0] += chain_run(part / 4);
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
#else
#pragma omp single
    {
      int alone = omp_get_num_threads() == 1;
#pragma omp task shared(meeting) firstprivate(round, alone)
      wait_for_child(&meeting, round, alone);
      if (!alone)
        await(&meeting.waiting, round);
      create_quarters(&quarters, even / 2);
      announce(&meeting.ready, round);
      checksum += chain_run(part);
      if (!alone)
        omp_fulfill_event(meeting.child);
    }
#endif
  }
  return quarters_report(&quarters, checksum + parts.sum[0][0]);
}
