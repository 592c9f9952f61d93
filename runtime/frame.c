/* SPDX-License-Identifier: Apache-2.0 */
#include "frame.h"
#include "log.h"

void tare_frame_push(struct tare_thread *t, const struct tare_open *r, struct tare_pf_node *cells,
                     uint32_t flags) {
  struct tare_pf_thread *pf = t->pf;
  struct tare_pf_frame *frame = &pf->frames[pf->depth];
  *frame = (struct tare_pf_frame){.instance = r->instance,
                                  .fork_tick = r->fork_tick,
                                  .node = r->module->first_node + r->node,
                                  .flags = flags | (r->flags & TARE_FRAME_LOGGED) |
                                           (r->flags & (tare_region_opaque | tare_region_cancels)),
                                  .depth = r->depth};
  struct tare_level *l = &t->level[pf->depth];
  l->cells = cells;
  l->finished = 0;
  l->waits = 0;
  l->task = 0;
  l->sentence = NULL;
  l->team = NULL;
  l->looks = UINT64_MAX;
  l->base = t->sp + 1;
  __atomic_store_n(&pf->depth, pf->depth + 1, __ATOMIC_RELEASE);
}

void tare_cell_push(struct tare_thread *t, struct tare_pf_cell *cell, uint32_t node,
                    uint32_t slot) {
  t->stack[++t->sp] = (struct tare_entry){cell, node, (uint16_t)slot, 0};
  t->pf->current = (uint64_t)(uintptr_t)cell;
}

void tare_frame_finish(struct tare_thread *t, uint64_t now) {
  struct tare_pf_cell *wait = &t->level[t->pf->depth - 1].cells->cell[TARE_SLOT_WAIT];
  uint32_t node = t->stack[t->sp].node;
  tare_move(t->pf, wait, now);
  t->stack[t->sp] = (struct tare_entry){wait, node, TARE_SLOT_WAIT, 0};
  ++wait->entries;
  tare_segment_end(t, now, node, TARE_SEG_LAST);
}

/* Back to the region's own cell, over constructs whose end was not seen. */
void tare_frame_unwind(struct tare_thread *t) {
  uint32_t base = t->level[t->pf->depth - 1].base;
  if (TARE_LIKELY(t->sp == base))
    return;
  tare_unbalanced(t);
  t->sp = base;
}

void tare_frame_end_wait(struct tare_thread *t, uint64_t now) {
  struct tare_level *l = &t->level[t->pf->depth - 1];
  if (TARE_LIKELY(!l->waits))
    return;
  uint64_t until = t->sp > l->wait ? now : t->pf->last;
  tare_unbalanced(t);
  t->sp = l->wait - 1;
  tare_move(t->pf, t->stack[t->sp].cell, now);
  tare_segment_publish(t, now);
  tare_segment_waited(t, t->pf->depth - 1, until);
  ++t->pf->frames[t->pf->depth - 1].ordinal;
  tare_segment_begin(t, now);
}

void tare_frame_abandon(struct tare_thread *t) {
  struct tare_pf_thread *pf = t->pf;
  tare_unbalanced(t);
  pf->current = 0;
  if (!pf->initial)
    t->level[0].cells->team.inside += pf->last - pf->frames[0].fork_tick;
  __atomic_store_n(&pf->depth, 0, __ATOMIC_RELEASE);
  ++pf->segments_dropped;
  t->sp = 0;
  t->touched_count = 0;
  t->log.pending = 0;
  t->parked.master = NULL;
  t->parked.reopened = 0;
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
