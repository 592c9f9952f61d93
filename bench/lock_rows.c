/* SPDX-License-Identifier: Apache-2.0
 *
 * Eight programs of bench/lock_rows.py: each of two threads works outside of a lock and within it, on
 * data of its own. So the program is right without the lock, too (-DWITHOUT_LOCK), and the
 * difference is what the lock costs. -DPROGRAM=1 .. 8. */
#include "../samples/chain.h"

#include <omp.h>

#if PROGRAM == 1 /* short sections */
enum { outside = 100, within = 10, times = 1200000 };
#elif PROGRAM == 2 /* as long as the work between them */
enum { outside = 100, within = 100, times = 600000 };
#elif PROGRAM == 3 /* seldom */
enum { outside = 1000, within = 20, times = 160000 };
#elif PROGRAM == 4 /* two sections, by turns */
enum { outside = 80, within = 40, times = 900000 };
#elif PROGRAM == 5 /* in a function */
enum { outside = 100, within = 20, times = 1000000 };
#elif PROGRAM == 6 /* a lock of the user's */
enum { outside = 100, within = 10, times = 1000000 };
#elif PROGRAM == 7 /* sixteen locks, each seldom wanted by both */
enum { outside = 60, within = 10, times = 1200000 };
#elif PROGRAM == 8 /* long sections of such a lock */
enum { outside = 300, within = 150, times = 250000 };
#endif

static omp_lock_t locks[16];

#if defined(WITHOUT_LOCK)
#define LOCKED(name) __asm__ volatile("" ::: "memory");
#define TAKE(lock) __asm__ volatile("" ::: "memory")
#define GIVE(lock) __asm__ volatile("" ::: "memory")
#else
#define DIRECTIVE(text) _Pragma(#text)
#define LOCKED(name) DIRECTIVE(omp critical(name))
#define TAKE(lock) omp_set_lock(lock)
#define GIVE(lock) omp_unset_lock(lock)
#endif

__attribute__((noinline)) static uint64_t section(uint64_t sum) {
  LOCKED(one)
  { sum += chain_steps(within); }
  return sum;
}

static uint64_t visit(uint64_t i, uint64_t sum) {
  sum += chain_steps(outside);
#if PROGRAM <= 3
  LOCKED(one)
  { sum += chain_steps(within); }
#elif PROGRAM == 4
  if (i % 2) {
    LOCKED(one)
    { sum += chain_steps(within); }
  } else {
    LOCKED(two)
    { sum += chain_steps(within); }
  }
#elif PROGRAM == 5
  sum = section(sum);
#else
  omp_lock_t *lock = &locks[PROGRAM == 7 ? (i * 2654435761u >> 8) % 16 : 0];
  TAKE(lock);
  sum += chain_steps(within);
  GIVE(lock);
#endif
  return sum;
}

int main(int argc, char **argv) {
  uint64_t count = chain_argument(argc, argv, 1, times), checksum = 0;
  for (int i = 0; i < 16; ++i)
    omp_init_lock(&locks[i]);
#pragma omp parallel for schedule(static) reduction(+ : checksum)
  for (uint64_t i = 0; i < count; ++i)
    checksum = visit(i, checksum);
  (void)section;
  return chain_report(checksum);
}
