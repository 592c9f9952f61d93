/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes inside regions.  Each is one clock read; a pair pushes a cell and pops it again.  These
 * are the hot paths: no calls, no atomic operation, everything rare lies in cold functions.
 */
#include "log.h"
#include "probes.h"

/* Deeper than the stack: counted, so that ends still find their begins. */
TARE_COLD static void tooManyConstructs(struct tare_thread *t) {
  ++t->sp;
  tare_status(TARE_STATUS_TOO_DEEP);
}

static inline void push(struct tare_thread *t, struct tare_pf_cell *cell, uint32_t node,
                        uint32_t slot, uint64_t now) {
  tare_move(t->pf, cell, now);
  ++cell->entries;
  t->stack[++t->sp] = (struct tare_entry){cell, node, slot};
}

/* An end whose begin is not on top: back to it if it is further down, else it is ignored. */
TARE_COLD static int mend(struct tare_thread *t, const struct tare_pf_cell *cell) {
  if (t->sp >= TARE_STACK) {
    --t->sp;
    return 0;
  }
  tare_status(TARE_STATUS_UNBALANCED);
  uint32_t base = t->level[t->pf->depth - 1].base;
  for (uint32_t i = t->sp; i > base; --i)
    if (t->stack[i].cell == cell) {
      t->sp = i;
      return 1;
    }
  return 0;
}

/* 1: `cell` is on top of the stack now. */
static inline int onTop(struct tare_thread *t, const struct tare_pf_cell *cell) {
  return TARE_LIKELY((uint64_t)(uintptr_t)cell == t->pf->current && t->sp < TARE_STACK) ||
         mend(t, cell);
}

static inline void pop(struct tare_thread *t, uint64_t now) {
  tare_move(t->pf, t->stack[t->sp - 1].cell, now);
  --t->sp;
}

static inline int full(struct tare_thread *t) {
  if (TARE_LIKELY(t->sp + 1 < TARE_STACK))
    return 0;
  tooManyConstructs(t);
  return 1;
}

static void workBegin(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t || full(t))
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  if (!cells)
    return;
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_BODY];
  uint32_t global = module->first_node + node;
  uint64_t now = tare_tick();
  tare_enter(t, cell, global, TARE_SLOT_BODY);
  push(t, cell, global, TARE_SLOT_BODY, now);
}

/* Iterations that could not be counted: executions, on thread number 0. */
TARE_COLD static uint64_t unknownUnits(struct tare_thread *t, struct tare_pf_cell *cell) {
  cell->mark_units = UINT64_MAX;
  return t->pf->frames[t->pf->depth - 1].thread_num == 0;
}

static void workEnd(struct tare_module *module, unsigned int node, unsigned long units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  if (!cells)
    return;
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_BODY];
  uint64_t now = tare_tick();
  if (!onTop(t, cell))
    return;
  cell->units += TARE_LIKELY(units != ~0ul) ? units : unknownUnits(t, cell);
  pop(t, now);
}

static void barrierArrive(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t || full(t))
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  if (!cells)
    return;
  uint32_t global = module->first_node + node;
  uint64_t now = tare_tick();
  push(t, &cells[node].cell[TARE_SLOT_WAIT], global, TARE_SLOT_WAIT, now);
  tare_segment_end(t, now, global, 0);
}

static void barrierLeave(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  uint64_t now = tare_tick();
  if (!cells || !onTop(t, &cells[node].cell[TARE_SLOT_WAIT]))
    return;
  pop(t, now);
  tare_segment_publish(t, now);
  tare_segment_skip(t);
  ++t->pf->frames[t->pf->depth - 1].ordinal;
  tare_segment_begin(t, now);
  if (TARE_UNLIKELY(tare_log_needs_care(t))) {
    tare_log_tend(t, 0);
    uint64_t spent = tare_tick() - now;
    t->pf->probe_ticks += spent;
    t->level[t->pf->depth - 1].probe += spent;
    t->pf->last += spent;
  }
}

static void lockWait(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t || full(t))
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  if (!cells)
    return;
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_WAIT];
  uint32_t global = module->first_node + node;
  uint64_t now = tare_tick();
  tare_enter(t, cell, global, TARE_SLOT_WAIT);
  push(t, cell, global, TARE_SLOT_WAIT, now);
}

/* From one slot of a node to another. Entries count acquisitions: BODY's here, WAIT's before. */
static inline void exchange(struct tare_module *module, unsigned int node, uint32_t from,
                            uint32_t to) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  uint64_t now = tare_tick();
  if (!cells || !onTop(t, &cells[node].cell[from]))
    return;
  struct tare_pf_cell *cell = &cells[node].cell[to];
  uint32_t global = module->first_node + node;
  tare_enter(t, cell, global, to);
  tare_move(t->pf, cell, now);
  t->stack[t->sp] = (struct tare_entry){cell, global, to};
  if (to == TARE_SLOT_BODY) {
    ++cell->entries;
    ++cell->units;
  }
}

static void lockHeld(struct tare_module *module, unsigned int node) {
  exchange(module, node, TARE_SLOT_WAIT, TARE_SLOT_BODY);
}

static void lockRelease(struct tare_module *module, unsigned int node) {
  exchange(module, node, TARE_SLOT_BODY, TARE_SLOT_WAIT);
}

static void lockDone(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  struct tare_pf_node *cells = tare_cells(t, module);
  uint64_t now = tare_tick();
  if (cells && onTop(t, &cells[node].cell[TARE_SLOT_WAIT]))
    pop(t, now);
}

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

const struct tare_probes tare_probe_table = {
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
};
