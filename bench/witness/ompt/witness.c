/* SPDX-License-Identifier: Apache-2.0 */
#include "witness.h"

/* ---- the stack ---- */

/* The time since the last transition is that of the top of the stack. */
static void book(struct tare_witness *w, uint64_t now) {
  struct tare_wt_cell *cell = w->stack[w->sp].cell;
  if (cell)
    cell->ticks += now - w->last;
  w->last = now;
}

static int push(struct tare_witness *w, struct tare_wt_entry entry, uint64_t now) {
  if (w->deep || w->sp + 1 == TARE_WT_STACK) {
    ++w->deep;
    ++w->out->count[TARE_WT_DEEP];
    return 0;
  }
  book(w, now);
  w->stack[w->sp].left = now;
  w->stack[++w->sp] = entry;
  return 1;
}

static void popTo(struct tare_witness *w, uint32_t sp, uint64_t now) {
  book(w, now);
  w->deep = 0;
  if (sp >= w->sp)
    return;
  w->sp = sp;
  const struct tare_wt_entry *top = &w->stack[sp];
  if (!top->cell)
    __atomic_fetch_add(&top->team->tasks, now - top->left, __ATOMIC_RELAXED);
}

void tare_witness_reset(struct tare_witness *w, uint64_t now) {
  w->sp = 0;
  w->deep = 0;
  w->last = now;
  w->stack[0] = (struct tare_wt_entry){.cell = &w->out->cell[TARE_WT_OUTSIDE]};
}

static void enter(struct tare_witness *w, struct tare_wt_entry entry, uint64_t now) {
  ++entry.cell->entries;
  push(w, entry, now);
}

/* 1, and counted: not in a region. */
static int orphaned(struct tare_witness *w) {
  if (tare_witness_inside(w))
    return 0;
  ++w->out->count[TARE_WT_ORPHANED];
  return 1;
}

void tare_witness_enter(struct tare_witness *w, uint32_t state, uint64_t now) {
  if (!orphaned(w))
    enter(w, (struct tare_wt_entry){.cell = &w->out->cell[state]}, now);
}

void tare_witness_leave(struct tare_witness *w, uint32_t state, uint64_t now) {
  const struct tare_wt_cell *cell = &w->out->cell[state];
  if (w->deep) {
    --w->deep;
    return;
  }
  for (uint32_t i = w->sp; i > 0; --i)
    if (w->stack[i].cell == cell) {
      popTo(w, i - 1, now);
      return;
    }
}

/* ---- regions ---- */

void tare_witness_fork(struct tare_witness *w, struct tare_wt_team *team, uint32_t state,
                       uint64_t now) {
  *team = (struct tare_wt_team){.fork = now, .master = w, .sp = w->sp, .state = state};
  enter(w, (struct tare_wt_entry){.cell = &w->out->cell[state]}, now);
}

void tare_witness_start(struct tare_witness *w, struct tare_wt_team *team, uint64_t now) {
  if (team->master == w) {
    popTo(w, team->sp, now);
  } else { /* from the region before there may still be a wait on the stack */
    struct tare_wt_cell *fork = &w->out->cell[team->state];
    ++fork->entries;
    if (now > team->fork) /* counters of two cores may differ by their synchronisation error */
      fork->ticks += now - team->fork;
    tare_witness_reset(w, now);
  }
  enter(w, (struct tare_wt_entry){.cell = &w->out->cell[TARE_WT_REGION]}, now);
}

void tare_witness_arrive(struct tare_witness *w, struct tare_wt_team *team, uint64_t now) {
  ++w->out->cell[TARE_WT_REGION_END].entries;
  __atomic_fetch_add(&team->arrivals, now, __ATOMIC_RELAXED);
  __atomic_fetch_add(&team->arrived, 1, __ATOMIC_RELAXED);
  push(w, (struct tare_wt_entry){.team = team}, now);
}

void tare_witness_join(struct tare_witness *w, struct tare_wt_team *team, uint64_t now) {
  popTo(w, team->sp, now);
  uint64_t arrived = __atomic_load_n(&team->arrived, __ATOMIC_ACQUIRE);
  w->out->cell[TARE_WT_REGION_END].ticks += arrived * now -
                                            __atomic_load_n(&team->arrivals, __ATOMIC_RELAXED) -
                                            __atomic_load_n(&team->tasks, __ATOMIC_RELAXED);
}

/* ---- tasks ---- */

/* Index of the innermost explicit task, or 0. */
static uint32_t innermostTask(const struct tare_witness *w) {
  uint32_t i = w->sp;
  while (i > 0 && !w->stack[i].task)
    --i;
  return i;
}

static uint32_t findTask(const struct tare_witness *w, const void *task) {
  uint32_t i = w->sp;
  while (i > 0 && w->stack[i].task != task)
    --i;
  return i;
}

void tare_witness_task(struct tare_witness *w, const void *prior, const void *next, uint64_t now) {
  if (orphaned(w))
    return;
  uint32_t top = innermostTask(w);
  while (top && w->stack[top].task != prior && !w->deep) {
    popTo(w, top - 1, now);
    top = innermostTask(w);
  }
  enter(w, (struct tare_wt_entry){.cell = &w->out->cell[TARE_WT_TASK], .task = next}, now);
}

void tare_witness_task_end(struct tare_witness *w, const void *task, uint64_t now) {
  if (!tare_witness_inside(w))
    return;
  ++w->out->count[TARE_WT_COMPLETED];
  if (w->deep) {
    --w->deep;
    return;
  }
  uint32_t at = findTask(w, task);
  if (at)
    popTo(w, at - 1, now);
}
