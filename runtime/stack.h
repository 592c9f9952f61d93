/* SPDX-License-Identifier: Apache-2.0
 *
 * The stack of cells, for the probes of work.c and task.c.
 *
 * There is one copy of them for each clock: work_ns.c and task_ns.c define TARE_WORK_CLOCK_NS and
 * include the other file.
 */
#ifndef TARE_STACK_H
#define TARE_STACK_H

#include "log.h"

#ifndef TARE_WORK_CLOCK_NS
#define TARE_BY_CLOCK(name) name##_tsc
#else
#define TARE_BY_CLOCK(name) name##_ns
#endif
#define TARE_SELDOM static TARE_COLD __attribute__((unused))

static inline uint64_t now(void) {
#if !defined(TARE_WORK_CLOCK_NS)
  return tare_counter();
#else
  return tare_clock_ns();
#endif
}

/* As tare_tick_after_all. */
static inline uint64_t nowAfterAll(void) {
#if !defined(TARE_WORK_CLOCK_NS)
  tare_counter_fence();
#endif
  return now();
}

/* ---- what is rare ---- */

/* The thread meets a unit for the first time: once more, with cells. */
TARE_SELDOM void again(void (*probe)(struct tare_module *, unsigned int),
                       struct tare_module *module, unsigned int node) {
  if (tare_cells_timed(tare_self, module))
    probe(module, node);
}

/* Deeper than the stack: counted, so that ends still find their begins. */
TARE_SELDOM void tooManyConstructs(struct tare_thread *t) {
  ++t->sp;
  tare_status(TARE_STATUS_TOO_DEEP);
}

/* An end whose begin is not on top: back to it if it is further down, else it is ignored. */
TARE_SELDOM void mend(void (*probe)(struct tare_module *, unsigned int, uint64_t),
                      struct tare_module *module, unsigned int node, uint64_t units,
                      uint32_t slot) {
  struct tare_thread *t = tare_self;
  if (t->sp >= TARE_STACK) {
    --t->sp;
    return;
  }
  tare_unbalanced(t);
  if (!t->cells[module->slot])
    return;
  struct tare_pf_cell *cell = &t->cells[module->slot][node].cell[slot];
  struct tare_level *l = &t->level[t->pf->depth - 1];
  uint32_t floor = l->waits ? l->wait : l->base; /* no end in a task reaches out of its wait */
  for (uint32_t i = t->sp; i > floor; --i)
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
  t->stack[++t->sp] = (struct tare_entry){cell, node, (uint16_t)slot, 0};
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

#endif
