/* SPDX-License-Identifier: Apache-2.0
 *
 * The second witness: exclusive times of a thread, from begins and ends that the OpenMP runtime
 * tells.  Knows nothing of OMPT's types; tool.c does.
 *
 *   OpenMP runtime -> tool -> [witness] -> witness file
 */
#ifndef TARE_WITNESS_H
#define TARE_WITNESS_H

#include "runtime/clock.h"
#include "witness_format.h"

enum { TARE_WT_STACK = 4096 }; /* things inside each other on one thread */

struct tare_witness;

/* One execution of a parallel region: made by the thread that forks it, shared by its team.
 *
 * libomp tells a worker that its last barrier is over only when it forks the next region, so the
 * waits at a region's end are not taken from the workers: they say when they arrived, and the
 * thread that forked closes all of them at parallel_end. */
struct tare_wt_team {
  uint64_t fork;
  uint64_t arrivals; /* sum of the ticks at which threads arrived at the end; wraps, as sums may */
  uint64_t arrived;
  uint64_t tasks; /* ticks of explicit tasks that ran after the arrivals */
  struct tare_witness *master;
  uint32_t sp; /* of the master, before the fork */
  uint32_t state; /* TARE_WT_FORK or TARE_WT_START */
  struct tare_wt_team *next_free;
};

struct tare_wt_entry {
  struct tare_wt_cell *cell;  /* null: the wait at a region's end */
  struct tare_wt_team *team;  /* of that wait */
  const void *task;           /* of an explicit task */
  uint64_t left;              /* when something was put on top of such a wait */
};

struct tare_witness {
  struct tare_wt_thread *out;
  uint64_t last; /* tick of the last transition */
  uint32_t sp;
  uint32_t deep; /* entries above the stack */
  struct tare_witness *next_free;
  struct tare_wt_entry stack[TARE_WT_STACK]; /* stack[0]: outside */
};

/* Outside of every region from `now` on. */
void tare_witness_reset(struct tare_witness *w, uint64_t now);

/* Whether the thread is in a region: elsewhere (an orphaned construct in serial code, whose team is
 * its thread) nothing but the number of begins is recorded. */
static inline int tare_witness_inside(const struct tare_witness *w) { return w->sp > 0; }

void tare_witness_enter(struct tare_witness *w, uint32_t state, uint64_t now);
/* Out of the innermost `state`, and of whatever was left inside it without its end. */
void tare_witness_leave(struct tare_witness *w, uint32_t state, uint64_t now);

/* `state`: TARE_WT_FORK, or TARE_WT_START. */
void tare_witness_fork(struct tare_witness *w, struct tare_wt_team *team, uint32_t state,
                       uint64_t now);
void tare_witness_start(struct tare_witness *w, struct tare_wt_team *team, uint64_t now);
void tare_witness_arrive(struct tare_witness *w, struct tare_wt_team *team, uint64_t now);
void tare_witness_join(struct tare_witness *w, struct tare_wt_team *team, uint64_t now);

/* `prior` is the task that was running: explicit tasks above it were left without a word. */
void tare_witness_task(struct tare_witness *w, const void *prior, const void *next, uint64_t now);
void tare_witness_task_end(struct tare_witness *w, const void *task, uint64_t now);

/* ---- witness_file.c ---- */

/* "<TARE_WITNESS>.<pid>"; null: not asked for, or no space. */
struct tare_wt_header *tare_witness_file(void);
struct tare_wt_thread *tare_witness_record(struct tare_wt_header *header, uint64_t index);

#endif
