/* SPDX-License-Identifier: Apache-2.0
 *
 * The sample of iterations of one thread: which one is next, and where it is kept.
 *
 *   work, iterations (probes) -> [sample] -> file
 */
#ifndef TARE_SAMPLE_H
#define TARE_SAMPLE_H

#include "state.h"

/* Place in tare_iterations.w of the loop's entry; 0 there until the thread's first iteration. */
enum { TARE_ITERATIONS_LOOP = 0 };

/* The block for a thread's samples; slow. Without space there are none. */
void tare_samples_make(struct tare_thread *thread);

/* The loop's entry in the thread's table. Null: the table is full. */
struct tare_sampled *tare_sampled_loop(struct tare_thread *thread, uint32_t node);

/* Makes room, and holds the rate: at most `allowed` samples of this loop are kept, by raising its
 * level and leaving out a random half of what there is. Slow when it does anything. */
void tare_samples_tend(struct tare_thread *thread, struct tare_sampled *loop, uint64_t allowed);

/* The next ordinal behind `ordinal`. */
uint64_t tare_sample_after(struct tare_thread *thread, const struct tare_sampled *loop,
                           uint64_t ordinal);

static inline struct tare_pf_sample *tare_samples(const struct tare_thread *thread) {
  return (struct tare_pf_sample *)(thread->samples.block + 1);
}

static inline uint64_t tare_random(struct tare_thread *thread) { /* xorshift64 (Marsaglia 2003) */
  uint64_t x = thread->samples.random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return thread->samples.random = x;
}

#endif
