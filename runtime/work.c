/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes inside regions.  Each is one clock read; a pair pushes a cell and pops it again.
 *
 * These are the hot paths: no atomic operation, and no call except as the last thing that a probe
 * does, so that nothing has to be saved for it.  For the same reason there is one copy of them for
 * each clock: work_ns.c includes this file.
 */
#include "log.h"
#include "probes.h"

#ifndef TARE_WORK_CLOCK_NS
#define TARE_PROBE_TABLE tare_probes_tsc
#else
#define TARE_PROBE_TABLE tare_probes_ns
#endif

static inline uint64_t now(void) {
#if defined(__x86_64__) && !defined(TARE_WORK_CLOCK_NS)
  return __builtin_ia32_rdtsc();
#else
  return tare_clock_ns();
#endif
}

/* ---- what is rare ---- */

/* The thread meets a unit for the first time: once more, with cells. */
TARE_COLD static void again(void (*probe)(struct tare_module *, unsigned int),
                            struct tare_module *module, unsigned int node) {
  if (tare_cells_timed(tare_self, module))
    probe(module, node);
}

/* Deeper than the stack: counted, so that ends still find their begins. */
TARE_COLD static void tooManyConstructs(struct tare_thread *t) {
  ++t->sp;
  tare_status(TARE_STATUS_TOO_DEEP);
}

/* An end whose begin is not on top: back to it if it is further down, else it is ignored. */
TARE_COLD static void mend(void (*probe)(struct tare_module *, unsigned int, uint64_t),
                           struct tare_module *module, unsigned int node, uint64_t units,
                           uint32_t slot) {
  struct tare_thread *t = tare_self;
  if (t->sp >= TARE_STACK) {
    --t->sp;
    return;
  }
  tare_status(TARE_STATUS_UNBALANCED);
  if (!t->cells[module->slot])
    return;
  struct tare_pf_cell *cell = &t->cells[module->slot][node].cell[slot];
  uint32_t base = t->level[t->pf->depth - 1].base;
  for (uint32_t i = t->sp; i > base; --i)
    if (t->stack[i].cell == cell) {
      tare_move(t->pf, cell, now());
      t->sp = i;
      probe(module, node, units);
      return;
    }
}

/* ---- the stack of cells ---- */

static inline int full(const struct tare_thread *t) {
  return TARE_UNLIKELY(t->sp + 1 >= TARE_STACK);
}

static inline void push(struct tare_thread *t, struct tare_pf_cell *cell, uint32_t node,
                        uint32_t slot, uint64_t tick) {
  tare_move(t->pf, cell, tick);
  ++cell->entries;
  t->stack[++t->sp] = (struct tare_entry){cell, node, slot};
}

static inline void pop(struct tare_thread *t, uint64_t tick) {
  tare_move(t->pf, t->stack[t->sp - 1].cell, tick);
  --t->sp;
}

/* The cell of an end probe when it is on top of the stack, else null. */
static inline struct tare_pf_cell *topCell(struct tare_thread *t, struct tare_module *module,
                                           unsigned int node, uint32_t slot) {
  struct tare_pf_cell *cell = &t->cells[module->slot][node].cell[slot];
  int on_top = (uint64_t)(uintptr_t)cell == t->pf->current && t->sp < TARE_STACK;
  return TARE_LIKELY(on_top) ? cell : NULL;
}

/* ---- work ---- */

static inline void begin(void (*self)(struct tare_module *, unsigned int),
                         struct tare_module *module, unsigned int node, uint32_t slot) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = t->cells[module->slot];
  if (TARE_UNLIKELY(!cells)) {
    again(self, module, node);
    return;
  }
  if (full(t)) {
    tooManyConstructs(t);
    return;
  }
  struct tare_pf_cell *cell = &cells[node].cell[slot];
  push(t, cell, module->first_node + node, slot, now());
  tare_enter(t, cell, module->first_node + node, slot);
}

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

static void barrierArrive(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = t->cells[module->slot];
  if (TARE_UNLIKELY(!cells)) {
    again(barrierArrive, module, node);
    return;
  }
  if (full(t)) {
    tooManyConstructs(t);
    return;
  }
  uint32_t global = module->first_node + node;
  uint64_t tick = now();
  push(t, &cells[node].cell[TARE_SLOT_WAIT], global, TARE_SLOT_WAIT, tick);
  tare_segment_end(t, tick, global, 0);
}

/* The log needs new pages: P, in the segment that begins. */
TARE_COLD static void careForLog(struct tare_thread *t, uint64_t since) {
  tare_log_tend(t, 0);
  uint64_t spent = now() - since;
  t->pf->probe_ticks += spent;
  t->level[t->pf->depth - 1].probe += spent;
  t->pf->last += spent;
}

static void leave(struct tare_module *module, unsigned int node, uint64_t units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (!topCell(t, module, node, TARE_SLOT_WAIT)) {
    mend(leave, module, node, units, TARE_SLOT_WAIT);
    return;
  }
  uint64_t tick = now();
  pop(t, tick);
  tare_segment_publish(t, tick);
  tare_segment_skip(t);
  ++t->pf->frames[t->pf->depth - 1].ordinal;
  tare_segment_begin(t, tick);
  if (TARE_UNLIKELY(tare_log_needs_care(t)))
    careForLog(t, tick);
}

static void barrierLeave(struct tare_module *module, unsigned int node) { leave(module, node, 0); }

/* ---- locks ---- */

static void lockWait(struct tare_module *module, unsigned int node) {
  begin(lockWait, module, node, TARE_SLOT_WAIT);
}

/* From one slot of a node to another. Entries count acquisitions: BODY's here, WAIT's before. */
static inline void exchange(void (*self)(struct tare_module *, unsigned int, uint64_t),
                            struct tare_module *module, unsigned int node, uint32_t from,
                            uint32_t to) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (!topCell(t, module, node, from)) {
    mend(self, module, node, 0, from);
    return;
  }
  struct tare_pf_cell *cell = &t->cells[module->slot][node].cell[to];
  uint32_t global = module->first_node + node;
  tare_move(t->pf, cell, now());
  t->stack[t->sp] = (struct tare_entry){cell, global, to};
  if (to == TARE_SLOT_BODY)
    ++cell->entries;
  tare_enter(t, cell, global, to);
}

static void held(struct tare_module *module, unsigned int node, uint64_t units) {
  (void)units;
  exchange(held, module, node, TARE_SLOT_WAIT, TARE_SLOT_BODY);
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
  if (topCell(t, module, node, TARE_SLOT_WAIT))
    pop(t, now());
  else
    mend(endWait, module, node, 0, TARE_SLOT_WAIT);
}

static void waitEnd(struct tare_module *module, unsigned int node) { endWait(module, node, 0); }

/* ---- tasks ---- */

static void taskCreate(struct tare_module *module, unsigned int node) {
  begin(taskCreate, module, node, TARE_SLOT_SCHED);
}

static void endCreation(struct tare_module *module, unsigned int node, uint64_t units) {
  (void)units;
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (topCell(t, module, node, TARE_SLOT_SCHED))
    pop(t, now());
  else
    mend(endCreation, module, node, 0, TARE_SLOT_SCHED);
}

static void taskCreated(struct tare_module *module, unsigned int node) {
  endCreation(module, node, 0);
}

struct task {
  struct tare_module *module; /* null: not begun, or not measured */
  uint64_t node;
  uint64_t reserved[4];
};
_Static_assert(sizeof(struct task) == sizeof(struct tare_task), "layout of tare_task");

static void goOn(struct tare_module *module, unsigned int node) {
  begin(goOn, module, node, TARE_SLOT_BODY);
}

static void leaveTask(struct tare_module *module, unsigned int node, uint64_t units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_cell *cell = topCell(t, module, node, TARE_SLOT_BODY);
  if (!cell) {
    mend(leaveTask, module, node, units, TARE_SLOT_BODY);
    return;
  }
  cell->units += units;
  pop(t, now());
}

static void taskBegin(struct tare_module *module, unsigned int node, struct tare_task *task) {
  struct task *own = (struct task *)task;
  own->module = module;
  own->node = node;
  goOn(module, node);
}

static void taskEnd(struct tare_task *task) {
  struct task *own = (struct task *)task;
  leaveTask(own->module, (unsigned int)own->node, 1);
}

static void taskSuspend(struct tare_task *task) {
  struct task *own = (struct task *)task;
  leaveTask(own->module, (unsigned int)own->node, 0);
}

static void taskResume(struct tare_task *task) {
  struct task *own = (struct task *)task;
  goOn(own->module, (unsigned int)own->node);
}

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
}

const struct tare_probes TARE_PROBE_TABLE = {
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
    .task_create = taskCreate,
    .task_created = taskCreated,
    .task_begin = taskBegin,
    .task_end = taskEnd,
    .task_suspend = taskSuspend,
    .task_resume = taskResume,
};
