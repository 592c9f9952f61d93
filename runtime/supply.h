/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a thread that has nothing to run could have had a task: Q or I of the books.
 *
 *   task probes -> [supply] of each thread of a team -> gap in a wait -> FETCH of a sentence, SCHED
 *
 * Every thread counts the tasks that it created and started, with plain stores into a cache line
 * of its own.  In a gap, the part of a wait between two tasks, a thread looks at the counts of its whole
 * team: at the begin for a ready task, at the end for the time when one became ready.  A look costs
 * a cache miss a thread, so there is at most one in some microseconds, and its result holds for the
 * gaps until the next.
 */
#ifndef TARE_SUPPLY_H
#define TARE_SUPPLY_H

#include "state.h"

/* The thread's level `index` is in the team of `region` from now on. */
void tare_supply_join(struct tare_thread *thread, uint32_t index, const struct tare_open *region);

/* Beside tare_task_*: what ends the gap is a task that another thread may have left. */
enum { TARE_GAP_GOES_ON = 1 << 8 };

/* What a team knows of its tasks. */
struct tare_sight {
  int64_t ready;   /* created and not started, those without dependences */
  uint64_t newest; /* tick of the newest creation */
  uint64_t ended;  /* tick of the newest end of a task on another thread */
  uint64_t left;   /* the same of a task that was left at a scheduling point */
};

/* At the innermost level of a thread, or the one that it is parked at. */
TARE_COLD struct tare_sight tare_supply_look(struct tare_thread *thread);

/* A gap begins. Until the first task of the process nothing is ready: that costs no look. */
void tare_gap_look(struct tare_thread *thread, uint64_t now);
static inline void tare_gap_begin(struct tare_thread *t, const struct tare_level *l, uint64_t now) {
  struct tare_gap *g = &t->gap;
  g->ready = 0;
  g->known = !__atomic_load_n(&tare_rt.tasks, __ATOMIC_RELAXED);
  if (!g->known && now - g->looked >= l->looks)
    tare_gap_look(t, now);
}

/* Whether the end of a gap of so many ticks, by a task with these flags, takes a look. */
int tare_gap_asks(const struct tare_thread *thread, uint64_t ticks, uint32_t flags);

/* The gap from `begin` to `end` is over, because a task begins. It is I until the returned tick, and Q
 * from there on. `sight`: a look before `end`; null: there was none. */
uint64_t tare_gap_end(struct tare_thread *thread, uint64_t begin, uint64_t end, uint32_t flags,
                      const struct tare_sight *sight);

/* The same where no task ends it, but the wait is over: begin or end. */
uint64_t tare_gap_leave(struct tare_thread *thread, uint64_t begin, uint64_t end);

static inline struct tare_supply *tare_supply_of(struct tare_thread *t) {
  return &t->level[t->pf->depth - 1].supply;
}

/* Only its own thread writes a field. */
static inline void tare_supply_set(uint64_t *field, uint64_t value) {
  __atomic_store_n(field, value, __ATOMIC_RELEASE);
}

#endif
