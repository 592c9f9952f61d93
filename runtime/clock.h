/* SPDX-License-Identifier: Apache-2.0
 *
 * The clock of the probes: the processor's own counter where it runs at a constant rate and passes
 * a self-test, else CLOCK_MONOTONIC in nanoseconds.  Chosen once, at attach; the profile names it.
 *   x86-64: time stamp counter (rdtsc).  arm64: virtual counter (cntvct_el0), whose rate the
 *   architecture keeps constant.
 */
#ifndef TARE_CLOCK_H
#define TARE_CLOCK_H

#include <stdint.h>

/* counter: 1: the processor's.  In a cache line of its own: every probe reads it. */
struct tare_clock_choice {
  int counter;
} __attribute__((aligned(64)));
extern struct tare_clock_choice tare_clock;

/* Chooses.  TARE_CLOCK=monotonic forbids the counter. */
void tare_clock_choose(void);

/* enum tare_pf_clock of the choice. */
uint32_t tare_clock_kind(void);

uint64_t tare_clock_ns(void);

/* A tick and the nanosecond of the same moment (the tick lies in the middle of two readings). */
void tare_clock_pair(uint64_t *tick, uint64_t *ns);

/* tare_counter: its value now.  tare_counter_fence: a reading behind it is not made before what
 * stands in front of it has happened. */
#if defined(__x86_64__)
#define TARE_HAS_COUNTER 1
static inline uint64_t tare_counter(void) { return __builtin_ia32_rdtsc(); }
static inline void tare_counter_fence(void) { __builtin_ia32_lfence(); }
#elif defined(__aarch64__)
#define TARE_HAS_COUNTER 1
static inline uint64_t tare_counter(void) {
  uint64_t value;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
}
static inline void tare_counter_fence(void) { __asm__ volatile("isb" : : : "memory"); }
#else
#define TARE_HAS_COUNTER 0
static inline uint64_t tare_counter(void) { return tare_clock_ns(); }
static inline void tare_counter_fence(void) {}
#endif

static inline uint64_t tare_tick(void) {
  if (TARE_HAS_COUNTER && __builtin_expect(tare_clock.counter, 1))
    return tare_counter();
  return tare_clock_ns();
}

/* Not before all that stands before it has happened.  For the end of a wait: a processor that
 * expects what it waits for reads the clock while what it waits for is still on its way from
 * another core, 100 ns and more too early, and the wait counts as the work behind it. */
static inline uint64_t tare_tick_after_all(void) {
  if (TARE_HAS_COUNTER && __builtin_expect(tare_clock.counter, 1)) {
    tare_counter_fence();
    return tare_counter();
  }
  return tare_clock_ns();
}

#endif
