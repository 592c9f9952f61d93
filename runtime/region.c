/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of the thread that forks a parallel region.
 *
 *   initial thread  S | FORK | BODY ... | WAIT | S        fork, start, finish, join
 *   worker            |  (FORK) | BODY ... | idle         start, finish  (team.c)
 *
 * The forking thread writes the region's record before the team exists; the team only reads it. The
 * record of an instance that is not measured says only that.  It is not written again if it says so
 * already: a store would take the cache line from the threads of the team.
 */
#define _GNU_SOURCE
#include "frame.h"
#include "initial.h"
#include "log.h"
#include "park.h"
#include "path.h"
#include "probes.h"

#include <sys/syscall.h>
#include <unistd.h>

/* ---- threads that are not inside a measured region ---- */

int tare_is_initial_slow(void) {
  if (syscall(SYS_gettid) != (long)getpid())
    return 0;
  tare_rt.initial = pthread_self();
  tare_rt.initial_known = 1;
  return 1;
}

/* While the initial thread is in a skipped instance, threads of its team may fork in it.  They have
 * been in a measured region, or OpenMP knows them to be in one.  The team of a foreign region looks
 * the same; its nested regions are not counted then. */
static int isInUnprobed(const struct tare_module *module, const struct tare_thread *t) {
  if (!__atomic_load_n(&tare_rt.initial_thread->muted, __ATOMIC_RELAXED))
    return 0;
  return t || (module->level && module->level() > 0);
}

/* Another thread than the initial one forks: its regions are not in the books.  Inside a region
 * whose probes are off they are, as part of that region's area. */
static void countForeign(const struct tare_module *module, const struct tare_thread *t) {
  if (__atomic_load_n(&tare_rt.muted, __ATOMIC_RELAXED) || isInUnprobed(module, t))
    return;
  __atomic_fetch_add(&tare_rt.header->foreign_regions, 1, __ATOMIC_RELAXED);
  tare_status(TARE_STATUS_FOREIGN_REGIONS);
}

/* The record of the thread that forks outside any measured region; null: do not measure. */
static struct tare_thread *forkingThread(struct tare_module *module, uint64_t now,
                                         int *was_set_up) {
  if (TARE_UNLIKELY(__atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE) != TARE_OPEN)) {
    tare_setup(module);
    *was_set_up = 1;
    if (__atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE) != TARE_OPEN)
      return NULL;
  }
  if (TARE_LIKELY(tare_is_initial())) {
    if (TARE_UNLIKELY(!tare_initial.thread)) {
      tare_initial_adopt(now);
      *was_set_up = 1;
    }
    return tare_rt.initial_thread->muted ? NULL : tare_rt.initial_thread;
  }
  struct tare_thread *t = pthread_getspecific(tare_rt.key);
  if (!t || !t->muted)
    countForeign(module, t);
  return NULL;
}

/* ---- fork ---- */

/* The arguments of the probe. */
struct site {
  struct tare_module *module;
  uint32_t node, flags;
};

/* What is there may be garbage of the stack, or of an earlier fork. */
static void markUnmeasured(struct tare_open *r, uint32_t flags) {
  if (r->master)
    r->master = NULL;
  if (r->flags != flags)
    r->flags = flags;
  if (r->epoch != tare_rt.epoch)
    r->epoch = tare_rt.epoch;
}

/* Probes inside do nothing; region_join makes the thread measured again. */
static void mute(struct tare_thread *t, struct tare_open *r, uint32_t flags) {
  r->master = t;
  r->epoch = tare_rt.epoch;
  r->flags = flags | TARE_OPEN_MUTED;
  ++t->muted;
  __atomic_fetch_add(&tare_rt.muted, 1, __ATOMIC_RELAXED);
  tare_self = NULL;
}

static void unmute(struct tare_thread *t) {
  --t->muted;
  __atomic_fetch_sub(&tare_rt.muted, 1, __ATOMIC_RELAXED);
  tare_self = t->pf->depth && !t->muted ? t : NULL;
}

/* The enclosing state ends. */
static void leaveCurrent(struct tare_pf_thread *pf, uint64_t now) {
  if (pf->current) {
    tare_move(pf, NULL, now);
  } else {
    pf->serial_ticks += now - pf->last;
    pf->last = now;
  }
}

/* Set-up since the thread's last transition is P, or P_S outside regions. */
static void bookSetup(struct tare_thread *t, uint64_t now) {
  struct tare_pf_thread *pf = t->pf;
  uint64_t spent = now - pf->last;
  if (pf->depth) {
    pf->probe_ticks += spent;
    t->level[pf->depth - 1].probe += spent;
  } else {
    pf->serial_probe_ticks += spent;
  }
  pf->last = now;
}

/* The end of set-up: now, less what the OpenMP runtime took to start, of it and before: the fork
 * begins that much earlier.  (The set-up does not end before its beginning: another thread may have
 * opened the profile.) */
static uint64_t setupEnd(struct tare_pf_thread *pf) {
  uint64_t now = tare_tick(), startup = tare_rt.startup_ticks + tare_rt.early_ticks;
  tare_rt.startup_ticks = 0;
  tare_initial_take_start(pf);
  return now - pf->last > startup ? now - startup : pf->last;
}

/* From here on the region's record is valid for its team. */
static void describe(struct tare_open *r, struct tare_thread *t, const struct site *site,
                     uint64_t now) {
  r->fork_tick = now;
  r->master = t;
  r->module = site->module;
  r->node = site->node;
  r->flags = site->flags | t->tells;
  r->depth = t->pf->depth;
  r->epoch = tare_rt.epoch;
  r->budget = t->budget;
  r->instance = __atomic_add_fetch(&tare_rt.header->regions, 1, __ATOMIC_RELAXED);
  uint32_t *level = r->depth ? &tare_rt.level_nested : &tare_rt.level_regions;
  if (tare_instance_kept(r->instance, __atomic_load_n(level, __ATOMIC_RELAXED)))
    r->flags |= TARE_FRAME_LOGGED;
}

static void forkMeasured(struct tare_thread *t, struct tare_open *r, struct tare_pf_node *cells) {
  uint32_t node = r->module->first_node + r->node;
  uint32_t slot = r->flags & tare_region_opaque ? TARE_SLOT_BODY : TARE_SLOT_FORK;
  struct tare_pf_cell *cell = &cells[r->node].cell[slot];
  if (t->log.pending) /* a task inside a barrier forks */
    tare_segment_publish(t, 0);
  tare_frame_push(t, r, &cells[r->node], TARE_FRAME_MASTER);
  tare_cell_push(t, cell, node, slot);
  tare_segment_begin(t, r->fork_tick);
  ++cell->entries;
  if (r->flags & tare_region_opaque)
    mute(t, r, r->flags);
  else
    tare_self = t;
}

/* Only the time of a skipped instance is known. It is the only open one, and nothing moves the
 * thread on until its join: it began at the last transition, and belongs to t->budget. */
static void forkLeftOut(struct tare_thread *t, struct tare_open *r, struct tare_pf_cell *cell) {
  ++cell->entries;
  t->pf->current = (uint64_t)(uintptr_t)cell;
  __atomic_store_n(&t->muted, 1, __ATOMIC_RELAXED);
  markUnmeasured(r, TARE_OPEN_ASLEEP);
}

/* Nothing inside of an opaque region has a probe, so there is nothing to skip. */
static int skipsInstances(struct tare_thread *t, const struct site *site, uint64_t now,
                          int *set_up) {
  const struct tare_module *module = site->module;
  int is_opaque = (site->flags & tare_region_opaque) != 0;
  t->budget = is_opaque ? NULL : tare_budget_region(module->slot, module->node_count, site->node);
  int skipped = t->budget && tare_budget_leaves_out(&tare_budget, t->budget, now, set_up);
  if (skipped && t->cells[module->slot])
    return 1;
  t->tells = t->budget && t->budget->tells ? TARE_OPEN_TELLS : 0;
  return 0;
}

/* An outermost region. `frame`: the probe's. Returns whether this instance is skipped. */
static int beginOutermost(struct tare_thread *t, const struct site *site, uint64_t now,
                          const void *frame, int *set_up) {
  int skipped = TARE_UNLIKELY(tare_budget.ppm) && skipsInstances(t, site, now, set_up);
  if (!skipped)
    t->path = tare_path_of(frame, set_up);
  if (tare_runq_due(t, now)) {
    t->pf->serial_runq_ns += tare_thread_runq(t, now);
    *set_up = 1;
  }
  return skipped;
}

static int tooDeep(struct tare_thread *t) {
  if (t->pf->depth < TARE_PF_FRAMES && t->sp + 8 < TARE_STACK)
    return 0;
  tare_status(TARE_STATUS_TOO_DEEP);
  return 1;
}

void tare_region_fork(struct tare_module *module, unsigned int node, struct tare_region *region,
                      unsigned int flags) {
  const struct site site = {module, node, flags & (tare_region_opaque | tare_region_cancels)};
  struct tare_open *r = tare_opened(region);
  struct tare_thread *t = tare_self;
  uint64_t now = tare_tick();
  int set_up = 0, skipped = 0;
  if (!t && !(t = tare_unpark(&now)) && !(t = forkingThread(module, now, &set_up))) {
    markUnmeasured(r, 0);
    return;
  }
  if (tooDeep(t) || __atomic_load_n(&tare_rt.phase, __ATOMIC_RELAXED) != TARE_OPEN) {
    mute(t, r, 0);
    return;
  }
  leaveCurrent(t->pf, now);
  if (t->pf->depth == 0)
    skipped = beginOutermost(t, &site, now, __builtin_frame_address(0), &set_up);
  struct tare_pf_node *cells = t->cells[module->slot];
  if (TARE_UNLIKELY(!cells || set_up)) {
    if (!cells)
      cells = tare_cells_new(t, module);
    bookSetup(t, now = setupEnd(t->pf));
    if (!cells) {
      mute(t, r, 0);
      return;
    }
  }
  if (t->pf->depth == 0)
    tare_initial_note(cells[node].outer, tare_initial.depth, module->first_node + node);
  if (TARE_UNLIKELY(skipped)) {
    forkLeftOut(t, r, &cells[node].cell[TARE_SLOT_ASLEEP]);
    return;
  }
  describe(r, t, &site, now);
  forkMeasured(t, r, cells);
}

/* ---- join ---- */

static uint64_t above(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

static void bookTeam(struct tare_pf_team *team, const struct tare_pf_frame *frame, uint64_t span) {
  uint64_t p = tare_rt.threads_asked, n = frame->team_size;
  if (frame->flags & tare_region_opaque)
    n = frame->depth ? 1 : p;
  team->area += n * span;
  team->span += span;
  team->inside += span;
  ++team->instances;
  if (frame->depth) {
    team->surplus += above(n, 1) * span;
  } else {
    team->missing += above(p, n) * span;
    team->surplus += above(n, p) * span;
  }
}

/* Another pair of tick and nanosecond, for readers of a program that died. */
static void beat(uint64_t now) {
  struct tare_pf_header *header = tare_rt.header;
  if (now - header->beat_tick < tare_rt.ticks_per_ms)
    return;
  uint64_t tick, ns;
  tare_clock_pair(&tick, &ns);
  header->beat_ns = ns;
  header->beat_tick = tick;
}

/* Work of our own after an outermost region: P_S. */
static void afterOutermost(struct tare_thread *t, uint64_t now) {
  int care = tare_log_needs_care(t);
  if (TARE_LIKELY(!care && now - tare_rt.header->beat_tick < tare_rt.ticks_per_ms))
    return;
  beat(now);
  if (care)
    tare_log_tend(t, 0);
  bookSetup(t, tare_tick());
}

static void readRunQueueAtJoin(struct tare_thread *t, uint64_t now) {
  if (t->pf->depth != 1 || !tare_runq_due(t, now))
    return;
  struct tare_pf_segment *s = t->level[0].sentence;
  uint64_t waited = tare_thread_runq(t, now);
  t->pf->runq_ns += waited;
  if (s) {
    s->runq_ns = waited;
    s->flags |= TARE_SEG_RUNQ;
  }
}

/* All of its threads have told what their probes took. */
static void bookCost(struct tare_thread *t, uint64_t span) {
  if (t->pf->depth) {
    t->cost += tare_budget.region;
    return;
  }
  tare_cost_tell(t, tare_budget.region);
  tare_budget_measured(&tare_budget, t->budget, span);
}

static void joinMeasured(struct tare_thread *t, struct tare_open *r, uint64_t now) {
  struct tare_pf_thread *pf = t->pf;
  struct tare_pf_frame *frame = &pf->frames[pf->depth - 1];
  struct tare_level *l = &t->level[pf->depth - 1];
  uint64_t span = now - r->fork_tick, until = t->sp > l->base ? now : pf->last;
  int cancelled = !l->finished && !(frame->flags & tare_region_opaque);
  if (TARE_UNLIKELY(cancelled))
    tare_frame_end_wait(t, now);
  tare_frame_unwind(t);
  tare_move(pf, tare_current(t), now);
  if (TARE_UNLIKELY(cancelled)) {
    tare_unbalanced(t);
    tare_frame_finish(t, now); /* a wait of no length, but with a sentence */
  }
  readRunQueueAtJoin(t, now);
  tare_segment_publish(t, now);
  tare_segment_waited(t, pf->depth - 1, until);
  bookTeam(&t->cells[r->module->slot][r->node].team, frame, span);
  tare_frame_pop(t);
  if (TARE_UNLIKELY(t->budget != NULL))
    bookCost(t, span);
  if (pf->depth)
    tare_segment_nested(t, r->module->first_node + r->node, span);
  else
    afterOutermost(t, now);
}

/* How long it had to wait for a core in there is nobody's, as on all other threads. */
static void joinLeftOut(struct tare_thread *t, uint64_t now) {
  uint64_t span = now - t->pf->last;
  tare_move(t->pf, t->stack[0].cell, now);
  tare_budget_skipped(&tare_budget, t->budget, span);
  if (tare_runq_due(t, now)) {
    tare_thread_runq(t, now);
    bookSetup(t, tare_tick());
  }
  afterOutermost(t, t->pf->last);
  __atomic_store_n(&t->muted, 0, __ATOMIC_RELAXED);
}

void tare_region_join(struct tare_region *region) {
  struct tare_open *r = tare_opened(region);
  struct tare_thread *t = r->master;
  if (r->epoch != tare_rt.epoch)
    return;
  if (!t) {
    if (r->flags == TARE_OPEN_ASLEEP)
      joinLeftOut(tare_rt.initial_thread, tare_tick_after_all());
    return;
  }
  uint64_t now = tare_tick_after_all();
  if (!(r->flags & TARE_OPEN_MUTED)) {
    joinMeasured(t, r, now);
    tare_self = t->pf->depth ? t : NULL;
  } else {
    if (r->flags & tare_region_opaque)
      joinMeasured(t, r, now);
    unmute(t);
  }
  if (TARE_UNLIKELY(t->parked.reopened)) /* it was forked by a task that no probe saw */
    tare_park_again(t);
}
