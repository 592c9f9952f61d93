/* SPDX-License-Identifier: Apache-2.0 */
#include "supply.h"

/* Parts of a millisecond between two looks, for each thread of the team: a look is to cost less
 * than a twentieth of the time. */
enum { LOOKS_A_MS = 512, SHARE = 1024 };

static uint32_t indexOf(const struct tare_thread *t) { return t->pf->depth ? t->pf->depth - 1 : 0; }

void tare_supply_join(struct tare_thread *t, uint32_t index, const struct tare_open *r) {
  struct tare_level *l = &t->level[index];
  const struct tare_pf_frame *frame = &t->pf->frames[index];
  struct tare_supply *own = &l->supply, **team = r->master->members[r->depth];
  tare_supply_set(&own->instance, 0);
  own->created = own->started = own->newest = own->ended = own->left = 0;
  tare_supply_set(&own->instance, r->instance);
  l->team = frame->team_size <= TARE_MEMBERS ? team : NULL;
  l->looks =
      frame->team_size == 1 ? UINT64_MAX : tare_rt.ticks_per_ms / LOOKS_A_MS * frame->team_size;
  if (l->team && __atomic_load_n(&team[frame->thread_num], __ATOMIC_RELAXED) != own)
    __atomic_store_n(&team[frame->thread_num], own, __ATOMIC_RELEASE);
}

static uint64_t load(const uint64_t *field) { return __atomic_load_n(field, __ATOMIC_RELAXED); }

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Threads that have not come yet: their places hold supplies of an older team. */
TARE_COLD struct tare_sight tare_supply_look(struct tare_thread *t) {
  const struct tare_level *l = &t->level[indexOf(t)];
  const struct tare_pf_frame *frame = &t->pf->frames[indexOf(t)];
  struct tare_sight sight = {0, 0, 0, 0};
  for (uint32_t i = 0; l->team && i < frame->team_size; ++i) {
    const struct tare_supply *s = __atomic_load_n(&l->team[i], __ATOMIC_ACQUIRE);
    if (!s || __atomic_load_n(&s->instance, __ATOMIC_ACQUIRE) != frame->instance)
      continue;
    sight.ready += (int64_t)(load(&s->created) - load(&s->started));
    sight.newest = later(sight.newest, load(&s->newest));
    if (s == &l->supply)
      continue;
    sight.ended = later(sight.ended, load(&s->ended));
    sight.left = later(sight.left, load(&s->left));
  }
  return sight;
}

static const struct tare_level *levelOf(const struct tare_thread *t) {
  return &t->level[indexOf(t)];
}

/* There is nobody to wait for: all gaps are the runtime's. */
static int isAlone(const struct tare_thread *t) { return levelOf(t)->looks == UINT64_MAX; }

void tare_gap_look(struct tare_thread *t, uint64_t now) {
  struct tare_gap *g = &t->gap;
  g->known = 1;
  g->looked = now;
  g->ready = tare_supply_look(t).ready > 0;
}

int tare_gap_asks(const struct tare_thread *t, uint64_t ticks, uint32_t flags) {
  const struct tare_gap *g = &t->gap;
  if (isAlone(t))
    return 0;
  return g->known ? !g->ready || flags : ticks >= levelOf(t)->looks;
}

/* When what ended the gap became ready, as far as its team knows. */
static uint64_t readySince(const struct tare_gap *g, uint64_t begin, uint64_t end, uint32_t flags,
                           const struct tare_sight *sight) {
  uint64_t event = sight->newest;
  if (flags & tare_task_depends)
    event = later(event, sight->ended);
  if (flags & TARE_GAP_GOES_ON)
    event = later(event, sight->left);
  if (event > begin)
    return event < end ? event : end;
  /* Nothing was ready, and no creation is over since: one that still goes on made it. */
  return g->known && !flags ? end : begin;
}

uint64_t tare_gap_end(struct tare_thread *t, uint64_t begin, uint64_t end, uint32_t flags,
                      const struct tare_sight *sight) {
  struct tare_gap *g = &t->gap;
  uint64_t from = begin, length = end - begin;
  if (isAlone(t))
    return begin;
  if (sight) {
    from = readySince(g, begin, end, flags, sight);
    g->looked = end;
  } else if (!g->known) {
    return end - (length >> 10) * g->share - (length & 1023) * g->share / SHARE;
  }
  if (length)
    g->share = (uint32_t)((double)(end - from) / (double)length * SHARE);
  return from;
}

/* Tasks may have been ready all the time that this thread was not let run. */
uint64_t tare_gap_leave(struct tare_thread *t, uint64_t begin, uint64_t end) {
  struct tare_gap *g = &t->gap;
  if (isAlone(t))
    return begin;
  if (g->known)
    g->left_ready = g->ready && tare_supply_look(t).ready > 0;
  else if (end - begin >= levelOf(t)->looks)
    return end;
  return g->left_ready ? begin : end;
}
