/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of explicit tasks, and of waits in which tasks run.
 *
 *   creation   ... | SCHED (a body that runs at once: BODY) | ...      create, begin, end, created
 *   elsewhere  WAIT of a barrier, a taskwait, ... | BODY | WAIT        begin, end
 *
 * A task's cell lies on the stack of whatever thread runs it, on top of what that thread was doing.
 * An untied task leaves the stack before each of its scheduling points, and comes back on the stack of
 * whatever thread goes on with it.
 *
 * A gap is what a wait spends in no task (supply.h).  Its Q goes to SCHED of a wait of its own, and
 * to FETCH of the sentence about a barrier's.
 */
#include "events.h"
#include "park.h"
#include "probes.h"
#include "stack.h"
#include "supply.h"

struct task {
  struct tare_module *module;
  uint64_t node;
  uint64_t flags;         /* tare_task_* */
  uint64_t number, outer; /* of units with events: its own, and of the task below it; else 0 */
  uint64_t reserved;
};
_Static_assert(sizeof(struct task) == sizeof(struct tare_task), "layout of tare_task");

static inline struct tare_level *innermost(struct tare_thread *t) {
  return &t->level[t->pf->depth - 1];
}

/* ---- creation ---- */

/* SCHED of a taskloop is what its own wait spends in fetching. */
static inline uint32_t creationSlot(uint32_t flags) {
  return flags & tare_task_chunk ? TARE_SLOT_FORK : TARE_SLOT_SCHED;
}

static inline void create(struct tare_module *module, unsigned int node, uint32_t flags) {
  struct tare_thread *t = tare_self;
  struct tare_pf_node *cells = t ? tare_cells(t, module) : NULL;
  if (TARE_UNLIKELY(!cells))
    return;
  if (full(t)) {
    tooManyConstructs(t);
    return;
  }
  uint32_t slot = creationSlot(flags);
  uint64_t tick = now();
  push(t, &cells[node].cell[slot], module->first_node + node, slot, tick);
  t->stack[t->sp].state = TARE_ENTRY_CREATES | (flags ? TARE_ENTRY_UNCOUNTED : 0);
  /* Nobody knows how many there are, or were before: from now on there are some. */
  if (flags & (tare_task_chunk | tare_task_discardable))
    tare_supply_set(&tare_supply_of(t)->newest, tick);
  if (TARE_UNLIKELY(!tare_rt.tasks))
    __atomic_store_n(&tare_rt.tasks, 1, __ATOMIC_RELAXED);
  tare_enter(t, &cells[node].cell[slot], module->first_node + node, slot);
}

static inline void endCreation(struct tare_thread *t, uint32_t slot) {
  uint64_t tick = now();
  uint32_t state = t->stack[t->sp].state;
  pop(t, tick);
  if (state & TARE_ENTRY_RAN)
    return;
  struct tare_supply *supply = tare_supply_of(t);
  if (!(state & TARE_ENTRY_UNCOUNTED))
    tare_supply_set(&supply->created, supply->created + 1);
  if (slot == TARE_SLOT_SCHED)
    tare_supply_set(&supply->newest, tick);
}

static void created(struct tare_module *module, unsigned int node, uint64_t slot) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (topCell(t, module, node, (uint32_t)slot))
    endCreation(t, (uint32_t)slot);
  else
    mend(created, module, node, slot, (uint32_t)slot);
}

void TARE_BY_CLOCK(tare_task_create)(struct tare_module *module, unsigned int node) {
  create(module, node, 0);
}

void TARE_BY_CLOCK(tare_task_created)(struct tare_module *module, unsigned int node) {
  created(module, node, TARE_SLOT_SCHED);
}

void TARE_BY_CLOCK(tare_tasks_create)(struct tare_module *module, unsigned int node,
                                      unsigned int flags) {
  create(module, node, flags);
}

void TARE_BY_CLOCK(tare_tasks_created)(struct tare_module *module, unsigned int node,
                                       unsigned int flags) {
  created(module, node, creationSlot(flags));
}

/* ---- gaps ---- */

/* The gap that a task ends, at `*tick`, in the wait on top of the stack. */
static __attribute__((noinline)) void endGap(struct tare_thread *t, uint32_t node, uint32_t flags,
                                             uint64_t *tick) {
  struct tare_level *l = innermost(t);
  int in_barrier = l->waits && t->sp == l->wait;
  int was_parked = in_barrier && t->parked.reopened && t->pf->depth == 1 &&
                   t->pf->last == t->pf->frames[0].fork_tick; /* reopened for this task */
  uint64_t begin = was_parked ? t->parked.until : t->pf->last;
  struct tare_sight sight, *seen = NULL;
  if (tare_gap_asks(t, *tick - begin, flags)) {
    sight = tare_supply_look(t);
    seen = &sight;
    *tick = now();
    if (was_parked) /* from now on */
      t->pf->last = t->pf->frames[0].fork_tick = *tick;
  }
  uint64_t from = tare_gap_end(t, begin, *tick, flags, seen);
  if (TARE_UNLIKELY(was_parked && t->parked.before))
    tare_park_fetched(t, *tick - from);
  if (from >= *tick)
    return;
  if (in_barrier) {
    tare_segment_fetch(t, node, *tick - from);
    return;
  }
  struct tare_entry *wait = &t->stack[t->sp];
  struct tare_pf_cell *fetch = wait->cell + (TARE_SLOT_SCHED - TARE_SLOT_WAIT);
  tare_meet(t, fetch, wait->node, TARE_SLOT_SCHED, 0);
  tare_move(t->pf, fetch, from);
}

/* A task begins, for the first time. One that begins inside its own creation was never waiting;
 * while a task is created that has dependences, others may run. */
static inline void countStart(struct tare_thread *t, uint32_t flags) {
  struct tare_entry *top = &t->stack[t->sp];
  uint32_t creation = top->state & (TARE_ENTRY_CREATES | TARE_ENTRY_UNCOUNTED);
  if (creation == (flags ? TARE_ENTRY_CREATES | TARE_ENTRY_UNCOUNTED : TARE_ENTRY_CREATES)) {
    top->state |= TARE_ENTRY_RAN;
  } else if (!flags) {
    struct tare_supply *supply = tare_supply_of(t);
    tare_supply_set(&supply->started, supply->started + 1);
  }
}

/* ---- execution ---- */

static inline void goOn(struct tare_module *module, unsigned int node, uint32_t flags, int first) {
  uint64_t tick = nowAfterAll();
  struct tare_thread *t = tare_self;
  if (!t && !(t = tare_unpark(&tick)))
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  if (TARE_UNLIKELY(!cells))
    return;
  if (TARE_UNLIKELY(t->pf->last > tick)) /* making cells took time */
    tick = now();
  if (full(t)) {
    tooManyConstructs(t);
    return;
  }
  if (t->stack[t->sp].slot == TARE_SLOT_WAIT)
    endGap(t, module->first_node + node, flags, &tick);
  if (first)
    countStart(t, flags);
  struct tare_level *l = innermost(t);
  if (l->waits && !l->first_task)
    l->first_task = tick;
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_BODY];
  push(t, cell, module->first_node + node, TARE_SLOT_BODY, tick);
  tare_enter(t, cell, module->first_node + node, TARE_SLOT_BODY);
}

static void leave(struct tare_module *module, unsigned int node, uint64_t units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  uint64_t tick = now();
  struct tare_pf_cell *cell = topCell(t, module, node, TARE_SLOT_BODY);
  if (TARE_LIKELY(cell)) {
    cell->units += units;
    pop(t, tick);
    struct tare_supply *supply = tare_supply_of(t);
    tare_supply_set(units ? &supply->ended : &supply->left, tick);
  } else {
    mend(leave, module, node, units, TARE_SLOT_BODY);
    tick = t->pf->last;
  }
  if (TARE_LIKELY(t->sp < TARE_STACK) && t->stack[t->sp].slot == TARE_SLOT_WAIT)
    tare_gap_begin(t, innermost(t), tick);
  if (TARE_UNLIKELY(t->parked.reopened))
    tare_park_again(t);
}

static inline void beginTask(struct tare_module *module, unsigned int node, struct tare_task *task,
                             uint32_t flags) {
  struct task *own = (struct task *)task;
  own->module = module;
  own->node = node;
  own->flags = flags;
  own->number = 0;
  goOn(module, node, flags, 1);
}

void TARE_BY_CLOCK(tare_task_begin)(struct tare_module *module, unsigned int node,
                                    struct tare_task *task) {
  beginTask(module, node, task, 0);
}

void TARE_BY_CLOCK(tare_tasks_begin)(struct tare_module *module, unsigned int node,
                                     struct tare_task *task, unsigned int flags) {
  beginTask(module, node, task, flags);
}

/* Its thread goes on with what it did before. */
TARE_SELDOM void tellLeaving(const struct task *own, int is_over) {
  struct tare_thread *t = tare_self;
  if (t)
    tare_task_left(t, own->number, own->outer, now(), own->module->first_node + (uint32_t)own->node,
                   is_over);
}

void TARE_BY_CLOCK(tare_task_end)(struct tare_task *task) {
  struct task *own = (struct task *)task;
  if (TARE_UNLIKELY(own->number))
    tellLeaving(own, 1);
  leave(own->module, (unsigned int)own->node, 1);
}

void TARE_BY_CLOCK(tare_task_suspend)(struct tare_task *task) {
  struct task *own = (struct task *)task;
  if (TARE_UNLIKELY(own->number))
    tellLeaving(own, 0);
  leave(own->module, (unsigned int)own->node, 0);
}

void TARE_BY_CLOCK(tare_task_resume)(struct tare_task *task) {
  struct task *own = (struct task *)task;
  /* It could go on when something else had ended, or as soon as it was left. */
  goOn(own->module, (unsigned int)own->node, tare_task_depends | TARE_GAP_GOES_ON, 0);
  if (TARE_UNLIKELY(own->number && tare_self))
    own->outer = tare_task_back(tare_self, own->number);
}

/* ---- waits in which tasks run ---- */

void TARE_BY_CLOCK(tare_task_wait_begin)(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  struct tare_pf_node *cells = t ? tare_cells(t, module) : NULL;
  if (TARE_UNLIKELY(!cells))
    return;
  if (full(t)) {
    tooManyConstructs(t);
    return;
  }
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_WAIT];
  push(t, cell, module->first_node + node, TARE_SLOT_WAIT, now());
  tare_enter(t, cell, module->first_node + node, TARE_SLOT_WAIT);
  tare_gap_begin(t, innermost(t), t->pf->last);
}

static void endTaskWait(struct tare_module *module, unsigned int node, uint64_t units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (!topCell(t, module, node, TARE_SLOT_WAIT)) {
    mend(endTaskWait, module, node, units, TARE_SLOT_WAIT);
    return;
  }
  struct tare_entry *wait = &t->stack[t->sp];
  uint64_t tick = nowAfterAll();
  if (tare_gap_leave(t, t->pf->last, tick) < tick) {
    struct tare_pf_cell *fetch = wait->cell + (TARE_SLOT_SCHED - TARE_SLOT_WAIT);
    tare_meet(t, fetch, wait->node, TARE_SLOT_SCHED, 0);
    tare_move(t->pf, fetch, t->pf->last);
  }
  pop(t, tick);
}

void TARE_BY_CLOCK(tare_task_wait_end)(struct tare_module *module, unsigned int node) {
  endTaskWait(module, node, 0);
}
