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

/* It must go forward, and not stand still while the system's clock moves. */
static int counterWorks(void) {
  uint64_t first = __builtin_ia32_rdtsc(), last = first;
  uint64_t since = tare_clock_ns();
  for (int i = 0; i < 64; ++i) {
    uint64_t now = __builtin_ia32_rdtsc();
    if (now < last)
      return 0;
    last = now;
  }
  return last > first && tare_clock_ns() >= since;
}
#endif

void tare_clock_choose(void) {
#if defined(__x86_64__)
  const char *asked = getenv("TARE_CLOCK");
  if (asked && strcmp(asked, "monotonic") == 0)
    tare_clock.tsc = 0;
  else
    tare_clock.tsc = invariantCounter() && counterWorks();
#endif
}

uint32_t tare_clock_kind(void) { return tare_clock.tsc ? TARE_CLOCK_TSC : TARE_CLOCK_MONOTONIC_NS; }

void tare_clock_pair(uint64_t *tick, uint64_t *ns) {
  uint64_t before = tare_tick();
  *ns = tare_clock_ns();
  *tick = tare_clock.tsc ? before + (tare_tick() - before) / 2 : *ns;
}
