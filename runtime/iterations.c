/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of sampled iterations: what single iterations of a loop cost, and what lies between them.
 *
 *   work_begin  SCHED | BODY ...................... | work_end       every execution of a loop
 *                     | first iteration ... sampled iteration, gap ...
 *
 * What lies before a thread's first iteration is exact: the loop's set-up.  The rest is a sample.
 * A sample costs about 0.2 us, and there is at most one in SAMPLE_US of a loop's own time, beyond
 * the first few.  Other iterations only execute what the rewritten text does for them.
 *
 * The compilers of units believe that these probes write nothing: what they keep of a loop is in
 * memory that the unit reads nothing of, and what it has to know is what they return.
 */
#include "probes.h"
#include "sample.h"
#include "stack.h"

enum { LOOP = TARE_ITERATIONS_LOOP, BASE, INDEX, BEGIN, GAP_OF };
enum { NEVER = 0, FIRST_SAMPLES = 32, SAMPLES_PER_MS = 20 };

static inline uint32_t cut(uint64_t ticks, uint32_t most) {
  return ticks < most ? (uint32_t)ticks : most;
}

static inline uint32_t bodyOf(uint64_t ticks) {
  if (TARE_LIKELY(ticks < TARE_PF_BODY_COARSE))
    return (uint32_t)ticks;
  return TARE_PF_BODY_COARSE | cut(ticks >> TARE_PF_BODY_SHIFT, TARE_PF_BODY_COARSE - 1);
}

/* ---- the first iteration of a thread's execution ---- */

/* The time before it is scheduling of this loop. */
static void bookSetup(struct tare_thread *t, struct tare_pf_node *cells, uint32_t node,
                      uint64_t tick) {
  struct tare_pf_cell *setup = &cells->cell[TARE_SLOT_SCHED];
  tare_meet(t, setup, node, TARE_SLOT_SCHED, 0);
  setup->ticks += tick - t->pf->last;
  ++setup->entries;
  t->pf->last = tick;
}

/* Set-up of our own inside the region, since `tick`: P. */
static void bookOwn(struct tare_thread *t, uint64_t tick, uint64_t spent) {
  tare_move(t->pf, tare_current(t), tick);
  t->pf->probe_ticks += spent;
  t->level[t->pf->depth - 1].probe += spent;
  t->pf->last += spent;
}

/* Returns the time after it. */
TARE_SELDOM uint64_t makeSamples(struct tare_thread *t, uint64_t tick) {
  tare_samples_make(t);
  uint64_t after = now();
  bookOwn(t, tick, after - tick);
  return after;
}

/* Null: nothing of this execution is sampled. */
static struct tare_sampled *firstIteration(struct tare_thread *t, struct tare_module *module,
                                           unsigned int node, struct tare_iterations *loop,
                                           uint64_t *tick) {
  struct tare_pf_node *cells = t->cells[module->slot];
  if (!cells || &cells[node].cell[TARE_SLOT_BODY] != tare_current(t) || t->sp >= TARE_STACK)
    return NULL;
  bookSetup(t, &cells[node], module->first_node + node, *tick);
  if (TARE_UNLIKELY(!t->samples.block)) {
    if (t->samples.off || __atomic_load_n(&tare_rt.phase, __ATOMIC_RELAXED) != TARE_OPEN)
      return NULL;
    *tick = makeSamples(t, *tick);
    if (t->samples.off)
      return NULL;
  }
  struct tare_sampled *sampled = tare_sampled_loop(t, module->first_node + node);
  loop->w[LOOP] = (unsigned long)sampled;
  loop->w[BASE] = cells[node].cell[TARE_SLOT_BODY].units;
  return sampled;
}

/* ---- samples ---- */

/* From the loop's own time: what lies in it has samples of its own. */
static uint64_t allowedSamples(const struct tare_thread *t, const struct tare_pf_cell *body,
                               uint64_t tick) {
  uint64_t time = body->ticks + (tare_current(t) == body ? tick - t->pf->last : 0);
  return FIRST_SAMPLES + time * SAMPLES_PER_MS / tare_rt.ticks_per_ms;
}

static void endGap(struct tare_thread *t, struct tare_iterations *loop, uint64_t tick) {
  uint64_t of = loop->w[GAP_OF] - 1;
  loop->w[GAP_OF] = 0;
  if (of < t->samples.count)
    tare_samples(t)[of].gap_ticks = cut(tick - loop->w[BEGIN], TARE_PF_GAP_MOST);
}

/* As the loop counts them. */
static unsigned long nextOf(const struct tare_sampled *sampled,
                            const struct tare_iterations *loop) {
  return sampled->next - loop->w[BASE];
}

/* This iteration is a sample. What finding that out took is P; its own time begins last of all. */
static void beginSample(struct tare_thread *t, const struct tare_pf_cell *body,
                        struct tare_sampled *sampled, struct tare_iterations *loop,
                        uint64_t ordinal, uint64_t tick) {
  tare_samples_tend(t, sampled, allowedSamples(t, body, tick));
  sampled->next = tare_sample_after(t, sampled, ordinal);
  uint64_t begin = nowAfterAll();
  bookOwn(t, tick, begin - tick);
  loop->w[BEGIN] = begin;
}

unsigned long TARE_BY_CLOCK(tare_iteration_begin)(struct tare_module *module, unsigned int node,
                                                  struct tare_iterations *loop, unsigned long count,
                                                  long index) {
  struct tare_thread *t = tare_self;
  if (!t)
    return NEVER;
  uint64_t tick = nowAfterAll();
  struct tare_sampled *sampled = (struct tare_sampled *)loop->w[LOOP];
  if (!sampled && !(sampled = firstIteration(t, module, node, loop, &tick)))
    return NEVER;
  if (loop->w[GAP_OF])
    endGap(t, loop, tick);
  uint64_t ordinal = loop->w[BASE] + count;
  if (sampled->next > ordinal)
    return nextOf(sampled, loop) << 1;
  loop->w[INDEX] = (unsigned long)index;
  beginSample(t, &t->cells[module->slot][node].cell[TARE_SLOT_BODY], sampled, loop, ordinal, tick);
  return nextOf(sampled, loop) << 1 | 1;
}

/* A branch that the processor guesses wrong every second time. */
static inline void guess(uint64_t random) {
  if (random & 1)
    __asm__ volatile("nop");
}

/* What the next iteration's begin does up to its reading of the clock, and no more.  That it is
 * called at all comes as a surprise there: here two branches on random bits stand for that one. */
static __attribute__((noinline)) uint64_t asNext(unsigned long count, unsigned long next,
                                                 uint64_t random) {
  struct tare_thread *t = tare_self;
  if (!t || ++count != next)
    return 0;
  guess(random >> 33);
  guess(random >> 34);
  return nowAfterAll();
}

static uint64_t (*volatile as_next)(unsigned long, unsigned long, uint64_t) = asNext;

unsigned long TARE_BY_CLOCK(tare_iteration_end)(struct tare_iterations *loop, unsigned long count) {
  uint64_t tick = nowAfterAll();
  struct tare_thread *t = tare_self;
  struct tare_sampled *sampled = (struct tare_sampled *)loop->w[LOOP];
  if (!t)
    return NEVER;
  if (t->samples.count == TARE_SAMPLES)
    return nextOf(sampled, loop);
  struct tare_pf_sample *sample = &tare_samples(t)[t->samples.count++];
  *sample = (struct tare_pf_sample){
      .index = (int64_t)loop->w[INDEX],
      .node = sampled->node - 1,
      .instance = (uint32_t)t->pf->frames[t->pf->depth - 1].instance,
      .body_ticks = bodyOf(tick - loop->w[BEGIN]),
      .gap_ticks = UINT32_MAX,
  };
  ++sampled->kept;
  uint64_t used = t->samples.count * sizeof *sample;
  __atomic_store_n(&t->samples.block->used, used, __ATOMIC_RELEASE);
  loop->w[BEGIN] = tick;
  loop->w[GAP_OF] = t->samples.count;
  uint64_t random = tare_random(t);
  if (random >> 32 & 1)
    return count + 1;
  uint64_t empty = as_next(count, count + 1, random);
  sample->gap_ticks = cut(empty - tick, TARE_PF_GAP_MOST) | TARE_PF_GAP_EMPTY;
  loop->w[GAP_OF] = 0;
  return nextOf(sampled, loop);
}
