/* SPDX-License-Identifier: Apache-2.0
 *
 * The calibration program: kernels (scale.c), built with probes and without, and a frame that never
 * has any (scale_main.c, scale_interruptions.c, primitives.c).
 *
 * A kernel is a function that executes one primitive many times; cells of the profile are found by
 * its name.  `kernel` runs back to back, `kernel_amid` between independent operations.  `kernel_cold`
 * times each execution by itself, after a walk through more memory than the near caches hold.
 */
#ifndef TARE_SCALE_H
#define TARE_SCALE_H

#include <stdint.h>

enum {
  SCALE_BATCH = 48,  /* tasks that wait at once: fewer than any runtime refuses to keep */
  SCALE_COLD = 100,  /* executions of a cold kernel; a walk takes a tenth of a millisecond or so */
  SCALE_WARM = 50,   /* parts of a warm one, of as many executions each */
  SCALE_PARTS = 200, /* at most */
};

/* The time of one kernel, in parts. */
struct timing {
  long executions; /* to be done, the same in all parts of a kernel */
  uint64_t ns;     /* that they took together */
  uint64_t since;
  int is_over; /* let_go() */
  int parts;   /* so far */
  uint64_t part_ns[SCALE_PARTS];
};

/* scale_main.c; nothing that the kernels call may be known to their compiler. */
void timing_start(struct timing *timing);
void timing_stop(struct timing *timing);
void walk_memory(void);                   /* about 4 MiB */
int is_first(void);                       /* thread of its team */
void first_starts(struct timing *timing); /* only the first thread */
void first_stops(struct timing *timing);
void align_team(void); /* all threads of a team go on at the same time; no barrier of OpenMP's */
void hold_back(struct timing *timing); /* until let_go(): this thread runs no tasks */
void let_go(struct timing *timing);
void do_nothing(void);
void other_work(void);           /* about 40 ns of independent operations */
void long_work(void);            /* about 0.1 us, a chain */
extern volatile int scale_never; /* 0 */
uint64_t clockNs(void);
int ascending(const void *a, const void *b); /* uint64_t, for qsort */

typedef void scale_loop(long executions);
typedef void scale_kernel(struct timing *timing);
typedef void scale_team(long executions, struct timing *timing);

/* Executes what follows as often as `t` wants, and times it in parts of equal length. */
#define BACK_TO_BACK(t)                                                                            \
  for (int part = 0; part < SCALE_WARM && (timing_start(t), 1); timing_stop(t), ++part)            \
    for (long k = 0; k < (t)->executions / SCALE_WARM; ++k)

/* scale.c. Those without a timing are timed from outside, a cold one execution a call. */
void prepare(void); /* the probes' own set-up, before anything is timed */
void region_cold(void);
void region_one(struct timing *fork, struct timing *join);
void task(struct timing *creation, struct timing *running);
void task_cold(struct timing *creation, struct timing *running);
void serial_cold(void);
void too_short_cold(void);
void iteration(long executions, void (*body)(struct timing *), struct timing *timing);
scale_loop region, serial, serial_amid, too_short;
scale_kernel loop, loop_cold, counted, counted_amid, counted_cold, work, work_amid, work_cold;
scale_kernel critical, critical_amid, critical_cold, critical_sampled;
scale_kernel lock, lock_amid, lock_cold;
scale_kernel taskwait, taskwait_amid, taskwait_cold, barrier_cold;
scale_team barrier, barrier_apart;

/* scale_interruptions.c */
void print_interruptions(void);

/* primitives.c */
scale_loop reduction;
scale_kernel other;                      /* other_work, by the first thread of a team */
scale_team single, shared_loop, ordered, dispatched; /* a shared loop has 64 empty iterations */

#endif
