/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "clock.h"
#include "profile_format.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

struct tare_clock_choice tare_clock;

uint64_t tare_clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#if defined(__x86_64__)
/* CPUID.80000007H:EDX[8]: runs at a constant rate in all power states. */
static int invariantCounter(void) {
  unsigned a, b, c, d;
  if (__get_cpuid_max(0x80000000u, NULL) < 0x80000007u)
    return 0;
  __cpuid(0x80000007u, a, b, c, d);
  return (d >> 8) & 1;
}
#elif TARE_HAS_COUNTER
static int invariantCounter(void) { return 1; }
#endif

#if TARE_HAS_COUNTER
/* It must go forward, and not stand still while the system's clock moves. */
static int counterWorks(void) {
  uint64_t first = tare_counter(), last = first;
  uint64_t since = tare_clock_ns();
  for (int i = 0; i < 64; ++i) {
    uint64_t now = tare_counter();
    if (now < last)
      return 0;
    last = now;
  }
  /* One that ticks slower than it is read: until it has ticked, or 10 us have gone. */
  while (last == first && tare_clock_ns() - since < 10000)
    last = tare_counter();
  return last > first && tare_clock_ns() >= since;
}
#endif

void tare_clock_choose(void) {
#if TARE_HAS_COUNTER
  const char *asked = getenv("TARE_CLOCK");
  if (asked && strcmp(asked, "monotonic") == 0)
    tare_clock.counter = 0;
  else
    tare_clock.counter = invariantCounter() && counterWorks();
#endif
}

uint32_t tare_clock_kind(void) {
#if defined(__aarch64__)
  const uint32_t counter = TARE_CLOCK_CNTVCT;
#else
  const uint32_t counter = TARE_CLOCK_TSC;
#endif
  return tare_clock.counter ? counter : TARE_CLOCK_MONOTONIC_NS;
}

void tare_clock_pair(uint64_t *tick, uint64_t *ns) {
  uint64_t before = tare_tick();
  *ns = tare_clock_ns();
  *tick = tare_clock.counter ? before + (tare_tick() - before) / 2 : *ns;
}
