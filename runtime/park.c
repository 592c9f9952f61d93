/* SPDX-License-Identifier: Apache-2.0 */
#include "park.h"
#include "frame.h"
#include "log.h"

__thread struct tare_thread *tare_parked __attribute__((tls_model("initial-exec")));

void tare_park(struct tare_thread *t, const struct tare_open *r) {
  t->parked = (struct tare_parked){
      .master = r->master, .until = t->level[0].arrive, .depth = r->depth, .epoch = r->epoch};
  tare_parked = t;
}

/* Instances are never used twice, and the record of a thread stays where it is for ever. */
static int isOpen(const struct tare_thread *t) {
  const struct tare_pf_thread *master = t->parked.master->pf;
  return __atomic_load_n(&master->depth, __ATOMIC_RELAXED) > t->parked.depth &&
         master->frames[t->parked.depth].instance == t->pf->frames[0].instance;
}

struct tare_thread *tare_unpark(uint64_t *tick) {
  struct tare_thread *t = tare_parked;
  if (!t || t->parked.epoch != tare_rt.epoch || t->muted || t->parked.reopened || !isOpen(t))
    return NULL;
  if (TARE_UNLIKELY(tare_runq_due(t, *tick))) {
    t->parked.before = tare_thread_runq(t, *tick);
    *tick = tare_tick();
  }
  uint64_t now = *tick;
  struct tare_level *l = &t->level[0];
  struct tare_pf_frame *frame = &t->pf->frames[0];
  struct tare_pf_cell *wait = &l->cells->cell[TARE_SLOT_WAIT];
  frame->fork_tick = now; /* what it had before is in the books */
  t->pf->last = now;
  t->segment = l->segment;
  tare_cell_push(t, wait, frame->node, TARE_SLOT_WAIT);
  tare_meet(t, wait, frame->node, TARE_SLOT_WAIT, 0);
  t->parked.reopened = 1;
  __atomic_store_n(&t->pf->depth, 1, __ATOMIC_RELEASE);
  tare_self = t;
  return t;
}

void tare_park_again(struct tare_thread *t) {
  struct tare_pf_thread *pf = t->pf;
  if (pf->depth != 1 || t->sp != t->level[0].base)
    return;
  pf->current = 0;
  t->level[0].cells->team.inside += pf->last - pf->frames[0].fork_tick;
  __atomic_store_n(&pf->depth, 0, __ATOMIC_RELEASE);
  t->sp = 0;
  if (TARE_UNLIKELY(tare_runq_due(t, pf->last))) {
    uint64_t waited = tare_thread_runq(t, pf->last);
    pf->runq_ns += waited;
    t->parked.waited += waited;
  }
  t->parked.until = pf->last;
  t->parked.reopened = 0;
  tare_self = NULL;
}

/* While no task was ready it was idle, and what it waited for a core then is nobody's. */
void tare_park_fetched(struct tare_thread *t, uint64_t ticks) {
  uint64_t ready_ns = ticks * 1000 / tare_rt.ticks_per_ms * 1000;
  uint64_t waited = t->parked.before < ready_ns ? t->parked.before : ready_ns;
  t->parked.before = 0;
  t->parked.waited += waited;
  t->pf->runq_ns += waited;
}

void tare_park_end(struct tare_thread *t) {
  if (t->parked.master && t->pf->depth == 0) {
    tare_segment_waited(t, 0, t->parked.until);
    tare_cost_tell(t, 0);
  }
  t->parked.master = NULL;
}
