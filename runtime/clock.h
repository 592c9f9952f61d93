/* SPDX-License-Identifier: Apache-2.0
 *
 * The clock of the probes: the time stamp counter where it is invariant and passes a self-test,
 * else CLOCK_MONOTONIC in nanoseconds.  Chosen once, at attach; the profile names it.
 */
#ifndef TARE_CLOCK_H
#define TARE_CLOCK_H

#include <stdint.h>

/* 1: time stamp counter.  In a cache line of its own: every probe reads it. */
struct tare_clock_choice {
  int tsc;
} __attribute__((aligned(64)));
extern struct tare_clock_choice tare_clock;

/* Chooses.  TARE_CLOCK=monotonic forbids the counter. */
void tare_clock_choose(void);

/* enum tare_pf_clock of the choice. */
uint32_t tare_clock_kind(void);

uint64_t tare_clock_ns(void);

/* A tick and the nanosecond of the same moment (the tick lies in the middle of two readings). */
void tare_clock_pair(uint64_t *tick, uint64_t *ns);

static inline uint64_t tare_tick(void) {
#if defined(__x86_64__)
  if (__builtin_expect(tare_clock.tsc, 1))
    return __builtin_ia32_rdtsc();
#endif
  return tare_clock_ns();
}

/* Not before all that stands before it has happened.  For the end of a wait: a processor that
 * expects what it waits for reads the clock while what it waits for is still on its way from
 * another core, 100 ns and more too early, and the wait counts as the work behind it. */
static inline uint64_t tare_tick_after_all(void) {
#if defined(__x86_64__)
  if (__builtin_expect(tare_clock.tsc, 1)) {
    __builtin_ia32_lfence();
    return __builtin_ia32_rdtsc();
  }
#endif
  return tare_clock_ns();
}

#endif
