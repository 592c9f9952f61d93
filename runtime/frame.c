/* SPDX-License-Identifier: Apache-2.0 */
#include "frame.h"

void tare_frame_push(struct tare_thread *t, const struct tare_open *r, uint32_t flags) {
  struct tare_pf_thread *pf = t->pf;
  struct tare_pf_frame *frame = &pf->frames[pf->depth];
  *frame = (struct tare_pf_frame){.instance = r->instance,
                                  .fork_tick = r->fork_tick,
                                  .node = r->module->first_node + r->node,
                                  .flags = flags | (r->flags & TARE_FRAME_LOGGED) |
                                           (r->flags & tare_region_opaque),
                                  .depth = r->depth};
  struct tare_level *l = &t->level[pf->depth];
  l->finished = 0;
  l->sentence = NULL;
  l->base = t->sp + 1;
  __atomic_store_n(&pf->depth, pf->depth + 1, __ATOMIC_RELEASE);
}

void tare_cell_push(struct tare_thread *t, struct tare_pf_cell *cell, uint32_t node,
                    uint32_t slot) {
  t->stack[++t->sp] = (struct tare_entry){cell, node, slot};
  t->pf->current = (uint64_t)(uintptr_t)cell;
}

/* Back to the region's own cell, over constructs whose end was not seen. */
void tare_frame_unwind(struct tare_thread *t) {
  uint32_t base = t->level[t->pf->depth - 1].base;
  if (TARE_LIKELY(t->sp == base))
    return;
  tare_status(TARE_STATUS_UNBALANCED);
  t->sp = base;
}

void tare_frame_pop(struct tare_thread *t) {
  struct tare_pf_thread *pf = t->pf;
  t->sp = t->level[pf->depth - 1].base - 1;
  pf->current = (uint64_t)(uintptr_t)t->stack[t->sp].cell;
  __atomic_store_n(&pf->depth, pf->depth - 1, __ATOMIC_RELEASE);
  if (pf->depth) {
    t->segment = t->level[pf->depth - 1].segment;
    t->touched_count = t->level[pf->depth].touched;
  } else {
    t->touched_count = 0;
  }
}
