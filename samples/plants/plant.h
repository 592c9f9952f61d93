/* SPDX-License-Identifier: Apache-2.0
 *
 * Planted overheads: programs with the same work whatever is planted in them, and one overhead that
 * is as large as the first argument says.  Compiled with -DPLANT_LEFT_OUT they do the same work
 * without that overhead; what the plain program gains by it is the truth (ablation).
 *
 * Two kinds of size:
 *  - counted: the first argument is the overhead's share of T_p at p = 2 in per cent (at most 40),
 *    and amounts follow from it.  `whole` is T_p of a round in units, whatever the share.
 *  - calibrated: what one region, barrier, task or chunk costs is the machine's business.  The first
 *    argument is their number; all the work, `whole` a round for each of two threads, is cut into
 *    as many pieces.
 */
#ifndef TARE_SAMPLES_PLANT_H
#define TARE_SAMPLES_PLANT_H

#include "../chain.h"

#ifdef _OPENMP
#include <omp.h>
#else /* the serial program needs no OpenMP library */
typedef int omp_lock_t;
typedef int omp_nest_lock_t;
typedef int omp_event_handle_t;
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_init_lock(lock) ((void)(lock))
#define omp_set_lock(lock) ((void)(lock))
#define omp_unset_lock(lock) ((void)(lock))
#define omp_destroy_lock(lock) ((void)(lock))
#define omp_init_nest_lock(lock) ((void)(lock))
#define omp_set_nest_lock(lock) ((void)(lock))
#define omp_unset_nest_lock(lock) ((void)(lock))
#define omp_destroy_nest_lock(lock) ((void)(lock))
#define omp_fulfill_event(event) ((void)(event))
#endif

struct plant {
  uint64_t size;   /* the first argument */
  uint64_t rounds; /* the second */
  uint64_t whole;  /* the third: units */
  uint64_t share;  /* counted: units of a round's T_p that are overhead */
};

static inline struct plant plant_of(int argc, char **argv) {
  struct plant plant;
  plant.size = chain_argument(argc, argv, 1, 20);
  plant.rounds = chain_argument(argc, argv, 2, 10);
  plant.whole = chain_argument(argc, argv, 3, 6000);
  plant.share = plant.whole * plant.size / 100;
  return plant;
}

/* Steps of each of `pieces` pieces of the work of one of two threads. */
static inline uint64_t plant_piece(const struct plant *plant, uint64_t pieces) {
  return plant->rounds * plant->whole * CHAIN_STEPS / (pieces ? pieces : 1);
}

/* Sums of four quarters of the work, a cache line each: four threads can share them out too. */
struct quarters {
  uint64_t sum[4][16];
};

/* The calling thread's quarters, `steps` each; two threads have two quarters each. */
__attribute__((noinline, unused)) static void quarters_run(struct quarters *quarters, int thread,
                                                           int threads, uint64_t steps) {
  for (int q = thread; q < 4; q += threads)
    quarters->sum[q][0] += chain_steps(steps);
}

/* What pieces of a microsecond use: amounts that nobody writes while threads run, and sums that one
 * thread alone writes, each in cache lines of their own (128 bytes: two are fetched together).  On
 * the initial thread's stack every piece would begin with waiting for another core's lines, which
 * is work that takes longer, and not the plant. */
static struct {
  uint64_t steps __attribute__((aligned(128)));
  uint64_t pieces;
  struct quarters quarters __attribute__((aligned(128)));
} pieces __attribute__((unused));

/* As many pieces as the first argument says; piece_run does `part` quarters of one. */
static inline void pieces_of(int argc, char **argv, uint64_t part) {
  struct plant plant = plant_of(argc, argv);
  pieces.pieces = plant.size;
  pieces.steps = part * plant_piece(&plant, plant.size) / 2;
}

/* Nothing behind it begins before all that stands before it has ended. */
static inline void piece_apart(void) {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#endif
}

/* A piece of a quarter.  A processor would begin the next one's chain on this one's last steps;
 * what comes between them then takes more than it takes itself. */
static inline void piece_run(int quarter) {
  piece_apart();
  pieces.quarters.sum[quarter][0] += chain_steps(pieces.steps);
  piece_apart();
}

/* One of each of the calling thread's quarters.  It asks for its number once: the answer lies where
 * the initial thread writes at each fork. */
static inline void pieces_run(void) {
  static __thread int thread = -1, threads;
  if (thread < 0) {
    thread = omp_get_thread_num();
    threads = omp_get_num_threads();
  }
  for (int q = thread; q < 4; q += threads)
    piece_run(q);
}

static inline int quarters_report(const struct quarters *quarters, uint64_t checksum) {
  for (int q = 0; q < 4; ++q)
    checksum = checksum * 31 + quarters->sum[q][0];
  return chain_report(checksum);
}

#endif
