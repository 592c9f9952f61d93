/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels.  Each times many executions of one primitive, as the EPCC OpenMP microbenchmarks do
 * (Bull, 1999).  The probes' cost is the difference to the same program without them.  The compiler
 * does not know that the bodies are empty. */
#include "scale.h"

#include <omp.h>

#define EMPTY __asm__ volatile("" ::: "memory")

/* Executes what follows as often as `t` wants, each time timed by itself after a walk through memory. */
#define COLD(t)                                                                                    \
  for (long k = 0; k < (t)->executions && (walk_memory(), timing_start(t), 1); timing_stop(t), ++k)

/* ---- regions ---- */

void prepare(void) {
#pragma omp parallel
  EMPTY;
}

void region(long executions) {
  for (long k = 0; k < executions; ++k) {
#pragma omp parallel
    EMPTY;
  }
}

/* A loop here would be a statement with probes of its own. */
void region_cold(void) {
#pragma omp parallel
  EMPTY;
}

/* One thread waits for nobody: shows how the probes' time divides into the parts before and after
 * the body.  Calls that are statements would have probes here. */
void region_one(struct timing *fork, struct timing *join) {
  for (long k = 0; k < fork->executions; ++k) {
    (void)0, timing_start(fork);
#pragma omp parallel num_threads(1)
    {
      timing_stop(fork);
      timing_start(join);
    }
    (void)0, timing_stop(join);
  }
}

/* ---- serial statements, which have probes because a region may be reached from here ---- */

void serial(long executions) {
  for (long k = 0; k < executions; k += 8) {
    if (scale_never)
      prepare();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
  }
}

void serial_amid(long executions) {
  for (long k = 0; k < executions; k += 8) {
    if (scale_never)
      prepare();
    other_work();
    other_work();
    other_work();
    other_work();
    other_work();
    other_work();
    other_work();
    other_work();
  }
}

void serial_cold(void) {
  if (scale_never)
    prepare();
  do_nothing();
}

/* After many executions a statement is only counted, for good.  Those of `serial` must still be
 * measured in the end. */
void too_short(long executions) {
  for (long k = 0; k < executions; k += 8) {
    if (scale_never)
      prepare();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
    do_nothing();
  }
}

void too_short_cold(void) {
  if (scale_never)
    prepare();
  do_nothing();
}

/* ---- iterations of a loop, on one thread ---- */

void iteration(long executions, void (*body)(struct timing *), struct timing *timing) {
#pragma omp parallel num_threads(1)
  {
#pragma omp for schedule(dynamic, 1)
    for (long k = 0; k < executions; ++k)
      body(timing);
  }
}

/* ---- loops of two iterations, on one thread: what the first of them has ---- */

void loop(struct timing *timing) {
#pragma omp parallel num_threads(1)
  BACK_TO_BACK(timing) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 2; ++i)
      do_nothing();
  }
}

void loop_cold(struct timing *timing) {
#pragma omp parallel num_threads(1)
  COLD(timing) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 2; ++i)
      do_nothing();
  }
}

/* ---- what is only counted, on one thread ---- */

void counted(struct timing *timing) {
  static int it;
#pragma omp parallel num_threads(1)
  BACK_TO_BACK(timing) {
#pragma omp atomic
    it += 1;
  }
}

void counted_amid(struct timing *timing) {
  static int it;
#pragma omp parallel num_threads(1)
  BACK_TO_BACK(timing) {
    other_work();
#pragma omp atomic
    it += 1;
  }
}

void counted_cold(struct timing *timing) {
  static int it;
#pragma omp parallel num_threads(1)
  COLD(timing) {
#pragma omp atomic
    it += 1;
  }
}

/* ---- what the first thread does while the others wait for the end of the region ---- */

void work(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) {
#pragma omp master
      EMPTY;
    }
}

void work_amid(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) {
      other_work();
#pragma omp master
      other_work();
    }
}

void work_cold(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    COLD(timing) {
#pragma omp master
      EMPTY;
    }
}

/* In a region that could be cancelled all acquisitions have probes; in others only some have. */
#define COULD_BE_CANCELLED _Pragma("omp cancel parallel if (0)")

void critical(struct timing *timing) {
#pragma omp parallel
  {
    if (is_first())
      BACK_TO_BACK(timing) {
#pragma omp critical
        EMPTY;
      }
    COULD_BE_CANCELLED
  }
}

void critical_amid(struct timing *timing) {
#pragma omp parallel
  {
    if (is_first())
      BACK_TO_BACK(timing) {
        other_work();
#pragma omp critical
        other_work();
      }
    COULD_BE_CANCELLED
  }
}

void critical_cold(struct timing *timing) {
#pragma omp parallel
  {
    if (is_first())
      COLD(timing) {
#pragma omp critical
        EMPTY;
      }
    COULD_BE_CANCELLED
  }
}

/* Only those acquisitions that the runtime chooses have probes. */
void critical_sampled(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) {
      other_work();
#pragma omp critical
      EMPTY;
    }
}

/* An execution is two waits: one to get the lock, one to give it back. */
void lock(struct timing *timing) {
  omp_lock_t it;
  omp_init_lock(&it);
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) {
      omp_set_lock(&it);
      omp_unset_lock(&it);
    }
  omp_destroy_lock(&it);
}

void lock_amid(struct timing *timing) {
  omp_lock_t it;
  omp_init_lock(&it);
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) {
      other_work();
      omp_set_lock(&it);
      other_work();
      omp_unset_lock(&it);
    }
  omp_destroy_lock(&it);
}

void lock_cold(struct timing *timing) {
  omp_lock_t it;
  omp_init_lock(&it);
#pragma omp parallel
  if (is_first())
    COLD(timing) {
      omp_set_lock(&it);
      omp_unset_lock(&it);
    }
  omp_destroy_lock(&it);
}

/* ---- tasks ---- */

void taskwait(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) {
#pragma omp taskwait
    }
}

void taskwait_amid(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) {
      other_work();
#pragma omp taskwait
    }
}

void taskwait_cold(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    COLD(timing) {
#pragma omp taskwait
    }
}

/* Other threads must not run the tasks: then one thread's time is the whole program's. */
void task(struct timing *creation, struct timing *running) {
#pragma omp parallel
  if (is_first()) {
    for (long k = 0; k < creation->executions; k += SCALE_BATCH) {
      timing_start(creation);
      for (int i = 0; i < SCALE_BATCH; ++i) {
#pragma omp task
        EMPTY;
      }
      timing_stop(creation);
      timing_start(running);
#pragma omp taskwait
      timing_stop(running);
    }
    let_go(creation);
  } else {
    hold_back(creation);
  }
}

void task_cold(struct timing *creation, struct timing *running) {
#pragma omp parallel
  if (is_first()) {
    for (long k = 0; k < creation->executions; ++k) {
      walk_memory();
      timing_start(creation);
#pragma omp task
      EMPTY;
      timing_stop(creation);
      walk_memory();
      timing_start(running);
#pragma omp taskwait
      timing_stop(running);
    }
    let_go(creation);
  } else {
    hold_back(creation);
  }
}

/* ---- barriers: in the first kernel the loop takes time for nothing else ---- */

void barrier(long executions, struct timing *timing) {
#pragma omp parallel
  {
    align_team();
    first_starts(timing);
    for (long k = 0; k < executions; ++k) {
#pragma omp barrier
    }
    first_stops(timing);
  }
}

/* Threads that do nothing else come to a barrier in step, and part of the probes' time is hidden
 * behind the cache lines that they wait for. */
void barrier_apart(long executions, struct timing *timing) {
#pragma omp parallel
  {
    align_team();
    first_starts(timing);
    for (long k = 0; k < executions; ++k) {
      long_work();
#pragma omp barrier
    }
    first_stops(timing);
  }
}

void barrier_cold(struct timing *timing) {
#pragma omp parallel
  for (long k = 0; k < timing->executions; ++k) {
    walk_memory();
    align_team();
    first_starts(timing);
#pragma omp barrier
    first_stops(timing);
  }
}
