/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes inside regions.  Each is one clock read; a pair pushes a cell and pops it again.
 *
 * These are the hot paths: no atomic operation, and no call except as the last thing that a probe
 * does, so that nothing has to be saved for it.
 */
#include "events.h"
#include "locks.h"
#include "probes.h"
#include "stack.h"
#include "supply.h"

/* ---- work ---- */

static void workBegin(struct tare_module *module, unsigned int node) {
  begin(workBegin, module, node, TARE_SLOT_BODY);
}

static void workEnd(struct tare_module *module, unsigned int node, unsigned long units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_cell *cell = topCell(t, module, node, TARE_SLOT_BODY);
  if (!cell) {
    mend(workEnd, module, node, units, TARE_SLOT_BODY);
    return;
  }
  uint64_t tick = now();
  if (TARE_UNLIKELY(units == ~0ul)) { /* not counted: executions, on thread number 0 */
    cell->mark_units = UINT64_MAX;
    units = t->pf->frames[t->pf->depth - 1].thread_num == 0;
  }
  cell->units += units;
  pop(t, tick);
}

/* ---- barriers ---- */

/* Nothing but what was left without its end can fill the stack up to a barrier. */
TARE_COLD static void makeRoom(struct tare_thread *t, uint64_t tick) {
  uint32_t base = t->level[t->pf->depth - 1].base;
  tare_unbalanced(t);
  tare_move(t->pf, t->stack[base].cell, tick);
  t->sp = base;
}

static void barrierArrive(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = t->cells[module->slot];
  if (TARE_UNLIKELY(!cells)) {
    again(barrierArrive, module, node);
    return;
  }
  uint64_t tick = now();
  if (full(t))
    makeRoom(t, tick);
  uint32_t global = module->first_node + node;
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_WAIT];
  push(t, cell, global, TARE_SLOT_WAIT, tick);
  if (TARE_UNLIKELY(t->level[t->pf->depth - 1].waits)) { /* no barrier can be in a task */
    tare_enter(t, cell, global, TARE_SLOT_WAIT);
    return;
  }
  tare_segment_end(t, tick, global, 0);
  tare_gap_begin(t, &t->level[t->pf->depth - 1], tick);
}

/* The log needs new pages: P, in the segment that begins. */
TARE_COLD static void careForLog(struct tare_thread *t, uint64_t since) {
  tare_log_tend(t, 0);
  uint64_t spent = now() - since;
  t->pf->probe_ticks += spent;
  t->level[t->pf->depth - 1].probe += spent;
  t->pf->last += spent;
}

static void barrierLeave(struct tare_module *module, unsigned int node);

/* Back to the wait, over what the tasks in it have left. */
TARE_COLD static void mendLeave(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  struct tare_level *l = &t->level[t->pf->depth - 1];
  struct tare_pf_node *cells = t->cells[module->slot];
  tare_unbalanced(t);
  if (!l->waits || !cells || t->stack[l->wait].cell != &cells[node].cell[TARE_SLOT_WAIT])
    return;
  tare_move(t->pf, t->stack[l->wait].cell, now());
  t->sp = l->wait;
  barrierLeave(module, node);
}

static void barrierLeave(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (!topCell(t, module, node, TARE_SLOT_WAIT)) {
    mendLeave(module, node);
    return;
  }
  struct tare_level *l = &t->level[t->pf->depth - 1];
  uint64_t tick = nowAfterAll(), until = t->pf->last;
  uint32_t at = t->sp;
  pop(t, tick);
  if (TARE_UNLIKELY(!l->waits || at != l->wait))
    return;
  tare_segment_publish(t, tick);
  tare_segment_waited(t, t->pf->depth - 1, until);
  ++t->pf->frames[t->pf->depth - 1].ordinal;
  tare_segment_begin(t, tick);
  if (TARE_UNLIKELY(tare_log_needs_care(t)))
    careForLog(t, tick);
}

/* ---- locks ---- */

static void lockWait(struct tare_module *module, unsigned int node) {
  begin(lockWait, module, node, TARE_SLOT_WAIT);
}

/* One of many: what the thread did before is done, or the wait would hold the end of it. */
static void lockWaitSampled(struct tare_module *module, unsigned int node) {
  tare_counter_fence();
  lockWait(module, node);
}

/* From one slot of a node to another; 0: not so. Entries count acquisitions: BODY's here, WAIT's
 * before. */
static inline int exchange(void (*self)(struct tare_module *, unsigned int, uint64_t),
                           struct tare_module *module, unsigned int node, uint32_t from,
                           uint32_t to) {
  struct tare_thread *t = tare_self;
  if (!t)
    return 0;
  if (!topCell(t, module, node, from)) {
    if (t->sp < TARE_STACK)
      mend(self, module, node, 0, from);
    return 0;
  }
  struct tare_pf_cell *cell = &t->cells[module->slot][node].cell[to];
  uint32_t global = module->first_node + node;
  tare_move(t->pf, cell, to == TARE_SLOT_BODY ? nowAfterAll() : now());
  t->stack[t->sp] = (struct tare_entry){cell, global, (uint16_t)to, 0};
  cell->entries += to == TARE_SLOT_BODY;
  tare_meet(t, cell, global, to, to == TARE_SLOT_BODY);
  return 1;
}

/* It had to wait when getting it took much longer than it ever did on this thread: three times as
 * long, and 100 ns for fetching the lock from another core. */
static inline void countContended(struct tare_thread *t, struct tare_pf_cell *wait,
                                  uint64_t ticks) {
  uint64_t fetch = tare_rt.ticks_per_ms / 10000;
  if (TARE_UNLIKELY(ticks < t->cheapest_lock || !t->cheapest_lock))
    t->cheapest_lock = ticks < 2 * fetch ? ticks + !ticks : 2 * fetch;
  wait->units += ticks > 3 * t->cheapest_lock + fetch;
}

static void held(struct tare_module *module, unsigned int node, uint64_t units) {
  (void)units;
  struct tare_thread *t = tare_self;
  uint64_t since = t ? t->pf->last : 0;
  if (exchange(held, module, node, TARE_SLOT_WAIT, TARE_SLOT_BODY))
    countContended(t, &t->cells[module->slot][node].cell[TARE_SLOT_WAIT], t->pf->last - since);
}

static void lockHeld(struct tare_module *module, unsigned int node) { held(module, node, 0); }

static void release(struct tare_module *module, unsigned int node, uint64_t units) {
  (void)units;
  exchange(release, module, node, TARE_SLOT_BODY, TARE_SLOT_WAIT);
}

static void lockRelease(struct tare_module *module, unsigned int node) { release(module, node, 0); }

static void lockEnd(struct tare_module *module, unsigned int node, uint64_t units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (!topCell(t, module, node, TARE_SLOT_WAIT)) {
    mend(lockEnd, module, node, units, TARE_SLOT_WAIT);
    return;
  }
  ++t->cells[module->slot][node].cell[TARE_SLOT_BODY].units;
  pop(t, now());
}

static void lockDone(struct tare_module *module, unsigned int node) { lockEnd(module, node, 0); }

/* ---- waits ---- */

static void waitBegin(struct tare_module *module, unsigned int node) {
  begin(waitBegin, module, node, TARE_SLOT_WAIT);
}

static void endWait(struct tare_module *module, unsigned int node, uint64_t units) {
  (void)units;
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_cell *cell = topCell(t, module, node, TARE_SLOT_WAIT);
  if (!cell) {
    mend(endWait, module, node, 0, TARE_SLOT_WAIT);
    return;
  }
  uint64_t since = t->pf->last;
  pop(t, nowAfterAll());
  countContended(t, cell, t->pf->last - since);
}

static void waitEnd(struct tare_module *module, unsigned int node) { endWait(module, node, 0); }

/* ---- counts ---- */

static void count(struct tare_module *module, unsigned int node, unsigned long units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  if (!cells)
    return;
  ++cells[node].cell[TARE_SLOT_BODY].entries;
  cells[node].cell[TARE_SLOT_BODY].units += units;
  if (TARE_LIKELY(t->sp < TARE_STACK)) /* it is not on the stack itself */
    tare_note_outer(cells[node].outer, t->stack[t->sp].node);
}

const struct tare_probes TARE_BY_CLOCK(tare_probes) = {
    .region_fork = tare_region_fork,
    .region_start = tare_region_start,
    .region_finish = tare_region_finish,
    .region_join = tare_region_join,
    .work_begin = workBegin,
    .work_end = workEnd,
    .barrier_arrive = barrierArrive,
    .barrier_leave = barrierLeave,
    .lock_wait = lockWait,
    .lock_held = lockHeld,
    .lock_release = lockRelease,
    .lock_done = lockDone,
    .count = count,
    .wait_begin = waitBegin,
    .wait_end = waitEnd,
    .task_create = TARE_BY_CLOCK(tare_task_create),
    .task_created = TARE_BY_CLOCK(tare_task_created),
    .task_begin = TARE_BY_CLOCK(tare_task_begin),
    .task_end = TARE_BY_CLOCK(tare_task_end),
    .task_suspend = TARE_BY_CLOCK(tare_task_suspend),
    .task_resume = TARE_BY_CLOCK(tare_task_resume),
    .serial_begin = TARE_BY_CLOCK(tare_serial_begin),
    .serial_end = TARE_BY_CLOCK(tare_serial_end),
    .iteration_begin = TARE_BY_CLOCK(tare_iteration_begin),
    .iteration_end = TARE_BY_CLOCK(tare_iteration_end),
    .tasks_create = TARE_BY_CLOCK(tare_tasks_create),
    .tasks_created = TARE_BY_CLOCK(tare_tasks_created),
    .tasks_begin = TARE_BY_CLOCK(tare_tasks_begin),
    .task_wait_begin = TARE_BY_CLOCK(tare_task_wait_begin),
    .task_wait_end = TARE_BY_CLOCK(tare_task_wait_end),
    .lock_first = tare_lock_first,
    .lock_wait_sampled = lockWaitSampled,
    .lock_again = tare_lock_again,
    .lock_passed = tare_lock_passed,
    .event = tare_event,
    .task_known = tare_task_known,
};
