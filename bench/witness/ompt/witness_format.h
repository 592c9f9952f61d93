/* SPDX-License-Identifier: Apache-2.0
 *
 * What libtare-ompt.so saw of one process: written by ompt/, read only by witness.cpp.
 * C11 and C++20; little-endian, fixed width, every offset asserted below.
 *
 *   file = tare_wt_header, padded to a page, then tare_wt_thread[threads]
 *
 * The file is MAP_SHARED while the program runs, so it is readable after any death of the writer.
 * Times are ticks of `clock`, the clock of the source probes of the same process.
 */
#ifndef TARE_WITNESS_FORMAT_H
#define TARE_WITNESS_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define TARE_WT_MAGIC "TAREOMPT"
#define TARE_WT_MAJOR 1u
#define TARE_WT_PAGE 4096u
#define TARE_WT_MOST_THREADS 1024u

/* Where a thread's time went, by what the OpenMP runtime said that it did. Exclusive: what happens
 * inside something else is taken out of it. Entries count begins. */
enum tare_wt_state {
  TARE_WT_OUTSIDE = 0,   /* of every region */
  TARE_WT_FORK = 1,      /* parallel_begin until the thread's implicit task */
  TARE_WT_REGION = 2,    /* an implicit task, outside of what follows */
  TARE_WT_LOOP = 3,
  TARE_WT_SECTIONS = 4,
  TARE_WT_SINGLE = 5,    /* by the thread that executes it */
  TARE_WT_BARRIER = 6,   /* inside a region, explicit or of a construct */
  TARE_WT_INNER_BARRIER = 7, /* of the runtime's own making (copyprivate, reductions) */
  TARE_WT_REGION_END = 8, /* all threads' waits at the region's end until parallel_end, less the
                             tasks in them; on the record of the thread that forked */
  TARE_WT_TASKWAIT = 9,
  TARE_WT_TASKGROUP = 10,
  TARE_WT_LOCK = 11,     /* omp_set_lock, omp_set_nest_lock: until acquired */
  TARE_WT_CRITICAL = 12, /* until acquired */
  TARE_WT_ORDERED = 13,
  TARE_WT_ATOMIC = 14,
  TARE_WT_HELD = 15,     /* between acquired and released, of critical and ordered */
  TARE_WT_TASK = 16,     /* explicit tasks; entries: begins, and goings on of untied ones */
  TARE_WT_START = 17,    /* FORK of the process's first region, in which threads are made */
  TARE_WT_STATES = 18
};

enum tare_wt_count {
  TARE_WT_REGIONS = 0,      /* forked by this thread */
  TARE_WT_CREATED = 1,      /* explicit tasks */
  TARE_WT_CREATED_IN_TASK = 2, /* of these, by explicit tasks */
  TARE_WT_COMPLETED = 3,    /* explicit tasks that ended on this thread */
  TARE_WT_CHUNKS = 4,       /* of loops; 0 too where the runtime does not tell */
  TARE_WT_ITERATIONS = 5,   /* in these chunks */
  TARE_WT_EVENTS = 6,       /* callbacks */
  TARE_WT_DEEP = 7,         /* events that were nested too deeply to be timed */
  TARE_WT_ORPHANED = 8,     /* begins outside of every region: not recorded, as by the probes */
  TARE_WT_COUNTS = 9
};

struct tare_wt_cell {
  uint64_t ticks, entries;
};

struct tare_wt_thread {
  struct tare_wt_cell cell[TARE_WT_STATES];
  uint64_t count[TARE_WT_COUNTS];
  uint64_t lives; /* threads that used this record, one after the other */
  uint64_t reserved[2];
};

struct tare_wt_header {
  char magic[8];
  uint32_t major, clock; /* enum tare_pf_clock */
  uint64_t pid;
  uint64_t start_tick, start_ns;
  uint64_t stop_tick, stop_ns; /* 0: the runtime was not shut down */
  uint64_t threads;            /* records in use */
  uint64_t lost_threads;       /* beyond TARE_WT_MOST_THREADS: not recorded */
  uint64_t refused;            /* bit n: the runtime never makes callback n (ompt_callbacks_t) */
  uint64_t trial_events, trial_ticks; /* cost of the callbacks here: that many took so long */
  char runtime[96];            /* as it names itself */
};

#ifdef __cplusplus
#define TARE_WT_ASSERT(what) static_assert(what, #what)
#else
#define TARE_WT_ASSERT(what) _Static_assert(what, #what)
#endif
TARE_WT_ASSERT(sizeof(struct tare_wt_cell) == 16);
TARE_WT_ASSERT(offsetof(struct tare_wt_thread, count) == 288);
TARE_WT_ASSERT(sizeof(struct tare_wt_thread) == 384);
TARE_WT_ASSERT(offsetof(struct tare_wt_header, threads) == 56);
TARE_WT_ASSERT(sizeof(struct tare_wt_header) == 192);

#endif
