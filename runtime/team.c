/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of the threads of a team: first and last inside a region.
 */
#include "frame.h"
#include "log.h"
#include "park.h"
#include "probes.h"
#include "supply.h"

/* ---- start ---- */

static void readTeam(const struct tare_open *r, struct tare_pf_frame *frame) {
  const struct tare_module *m = r->module;
  frame->team_size = m->num_threads ? (uint32_t)m->num_threads() : 1;
  frame->thread_num = m->thread_num ? (uint32_t)m->thread_num() : 0;
}

static void startMaster(struct tare_thread *t, const struct tare_open *r, uint64_t now) {
  struct tare_pf_cell *body = &t->cells[r->module->slot][r->node].cell[TARE_SLOT_BODY];
  tare_move(t->pf, body, now);
  t->stack[t->sp] = (struct tare_entry){body, t->stack[t->sp].node, TARE_SLOT_BODY, 0};
  ++body->entries;
  tare_enter(t, body, t->stack[t->sp].node, TARE_SLOT_BODY);
  readTeam(r, &t->pf->frames[t->pf->depth - 1]);
  tare_supply_join(t, t->pf->depth - 1, r);
}

/* The worker's record with cells for the region; P is what making them took. `waited`: for a core, in
 * nanoseconds, since it was last read; 0: not read. */
static struct tare_thread *workerThread(const struct tare_open *r, uint64_t now, uint64_t *end,
                                        uint64_t *waited) {
  struct tare_thread *t = pthread_getspecific(tare_rt.key);
  *end = now;
  int has_news = t && t->parked.master && t->touched_count;
  if (TARE_LIKELY(t && t->cells[r->module->slot] && !tare_runq_due(t, now) && !has_news))
    return t;
  if (!t && !(t = tare_thread_new(0)))
    return NULL;
  if (!t->cells[r->module->slot] && !tare_cells_new(t, r->module))
    return NULL;
  if (has_news)
    tare_park_end(t);
  if (tare_runq_due(t, now))
    *waited = tare_thread_runq(t, now);
  *end = tare_tick();
  return t;
}

/* The part of F without a core, in ticks. Waiting while it was idle counts for nobody. */
static uint64_t lateBy(uint64_t waited_ns, uint64_t start) {
  uint64_t waited = waited_ns / 1000 * tare_rt.ticks_per_ms / 1000;
  return waited < start ? waited : start;
}

static void startWorker(const struct tare_open *r, uint64_t now) {
  uint64_t end, waited = 0;
  struct tare_thread *t = workerThread(r, now, &end, &waited);
  if (!t)
    return;
  if (TARE_UNLIKELY(t->pf->depth)) /* a region that it never finished */
    tare_frame_abandon(t);
  tare_parked = NULL;
  t->parked.master = NULL;
  t->budget = r->budget;
  t->tells = r->flags & TARE_OPEN_TELLS;
  if (now < r->fork_tick) /* counters of two cores may differ by their synchronisation error */
    now = end = r->fork_tick;
  uint32_t node = r->module->first_node + r->node;
  struct tare_pf_node *cells = &t->cells[r->module->slot][r->node];
  struct tare_pf_cell *cell = cells->cell;
  tare_frame_push(t, r, cells, 0);
  readTeam(r, &t->pf->frames[0]);
  tare_supply_join(t, 0, r);
  t->pf->last = end;
  tare_cell_push(t, &cell[TARE_SLOT_BODY], node, TARE_SLOT_BODY);
  tare_segment_begin(t, r->fork_tick);
  tare_meet(t, &cell[TARE_SLOT_FORK], node, TARE_SLOT_FORK, 0);
  cell[TARE_SLOT_FORK].ticks += now - r->fork_tick;
  ++cell[TARE_SLOT_FORK].entries;
  ++cell[TARE_SLOT_BODY].entries;
  t->level[0].probe = end - now;
  t->level[0].late = lateBy(waited, now - r->fork_tick);
  t->pf->probe_ticks += end - now;
  tare_self = t;
}

void tare_region_start(struct tare_region *region) {
  struct tare_open *r = tare_opened(region);
  if (!r->master || (r->flags & TARE_OPEN_MUTED))
    return;
  uint64_t now = tare_tick_after_all();
  if (r->master == tare_self)
    startMaster(tare_self, r, now);
  else
    startWorker(r, now);
}

/* ---- finish ---- */

static void finishMaster(struct tare_thread *t, uint64_t now) {
  tare_frame_finish(t, now);
  t->level[t->pf->depth - 1].finished = 1;
  tare_gap_begin(t, &t->level[t->pf->depth - 1], now);
}

static void finishWorker(struct tare_thread *t, const struct tare_open *r, uint64_t now) {
  struct tare_pf_thread *pf = t->pf;
  tare_move(pf, NULL, now);
  t->cells[r->module->slot][r->node].team.inside += now - r->fork_tick;
  tare_segment_end(t, now, r->module->first_node + r->node, TARE_SEG_LAST);
  if (tare_runq_due(t, now)) {
    uint64_t waited = tare_thread_runq(t, now);
    struct tare_pf_segment *s = t->level[pf->depth - 1].sentence;
    pf->runq_ns += waited;
    if (s) {
      s->runq_ns = waited;
      s->flags |= TARE_SEG_RUNQ;
    }
  }
  tare_segment_publish(t, 0);
  tare_cost_tell(t, tare_budget.region);
  tare_frame_pop(t);
  tare_park(t, r);
  tare_gap_begin(t, t->level, now);
  if (TARE_UNLIKELY(tare_log_needs_care(t)))
    tare_log_tend(t, 0);
  tare_self = NULL;
}

void tare_region_finish(struct tare_region *region) {
  struct tare_open *r = tare_opened(region);
  struct tare_thread *t = tare_self;
  if (!t || !r->master || (r->flags & TARE_OPEN_MUTED))
    return;
  uint64_t now = tare_tick();
  if (TARE_UNLIKELY(t->pf->frames[t->pf->depth - 1].instance != r->instance)) {
    tare_unbalanced(t);
    return;
  }
  tare_frame_end_wait(t, now);
  tare_frame_unwind(t);
  if (r->master == t)
    finishMaster(t, now);
  else
    finishWorker(t, r, now);
}
