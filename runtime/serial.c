/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of serial code: which statements the initial thread's time outside regions goes to.
 *
 *   S | SERIAL of a loop | SERIAL of a call in it | the loop | fork ... join | the loop | S
 *
 * Inside a region they return at once: the function may be called there as well.  A statement with too
 * short a time (see initial.c) is only counted after enough executions; its time then belongs to the
 * code around it.  Statements may be left by exceptions and longjmp: an end whose begin is not on top
 * closes everything above it, and a begin closes what functions that have returned left open.  An end
 * without a begin does nothing.
 */
#include "initial.h"
#include "probes.h"
#include "stack.h"

/* The state, if the caller is the initial thread, outside regions. */
static inline struct tare_initial *here(struct tare_module *module) {
  struct tare_initial *s = &tare_initial;
  if (!tare_is_initial())
    return NULL;
  if (TARE_UNLIKELY(!s->thread))
    return tare_initial_open(module);
  if (TARE_UNLIKELY(__atomic_load_n(&tare_rt.phase, __ATOMIC_RELAXED) != TARE_OPEN))
    return NULL;
  return s->thread->pf->depth || s->thread->muted ? NULL : s;
}

static inline void setTop(struct tare_initial *s, uint32_t depth, uint64_t tick) {
  struct tare_pf_cell *top = depth ? s->stack[depth - 1].cell : NULL;
  s->depth = depth;
  tare_initial_move(s->pf, top, tick);
  if (s->thread)
    s->thread->stack[0].cell = top;
}

TARE_COLD static void tooManyStatements(const struct tare_initial *s) {
  if (s->thread)
    tare_status(TARE_STATUS_TOO_DEEP);
}

void TARE_BY_CLOCK(tare_serial_begin)(struct tare_module *module, unsigned int node) {
  struct tare_initial *s;
  if (tare_self || !(s = here(module)))
    return;
  struct tare_pf_node *cells = s->cells[module->slot];
  if (TARE_UNLIKELY(!cells) && !(cells = tare_initial_cells(module)))
    return;
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_SERIAL];
  ++cell->entries;
  if (tare_is_stopped(cell))
    return;
  if (TARE_UNLIKELY(s->depth == TARE_SERIAL_STACK)) {
    tooManyStatements(s);
    return;
  }
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  uint32_t depth = s->depth;
  while (TARE_UNLIKELY(depth && s->stack[depth - 1].frame < frame)) /* stacks grow downwards */
    --depth;
  uint32_t index = module->first_node + node;
  tare_initial_note(cells[node].outer, depth, index);
  s->stack[depth] = (struct tare_serial_entry){cell, frame, module->slot, node, index};
  setTop(s, depth + 1, now());
}

TARE_COLD static void mendStatement(struct tare_initial *s, const struct tare_pf_cell *cell) {
  for (uint32_t i = s->depth; i-- > 0;)
    if (s->stack[i].cell == cell) {
      setTop(s, i, now());
      return;
    }
}

void TARE_BY_CLOCK(tare_serial_end)(struct tare_module *module, unsigned int node,
                                    unsigned long units) {
  struct tare_initial *s;
  if (tare_self || !(s = here(module)) || !s->cells[module->slot])
    return;
  struct tare_pf_cell *cell = &s->cells[module->slot][node].cell[TARE_SLOT_SERIAL];
  cell->units += units;
  int stopped = tare_is_stopped(cell);
  if (TARE_LIKELY(s->depth && s->stack[s->depth - 1].cell == cell))
    setTop(s, s->depth - 1, now());
  else if (!stopped)
    mendStatement(s, cell);
  else
    return;
  if (TARE_UNLIKELY(stopped)) /* it was stopped while it was open, in a recursion */
    tare_initial_give(cell);
  else if (TARE_UNLIKELY(cell->entries >= cell->mark_units))
    tare_initial_judge(cell, module);
}
