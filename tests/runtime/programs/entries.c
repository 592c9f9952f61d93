/* SPDX-License-Identifier: Apache-2.0
 * Constructs that each thread enters its own number of times in each stretch between two barriers:
 * entries ROUNDS.  Prints how often the critical was taken.
 *
 *   node 0 region, 1 loop around barriers, 2 single, 3 critical, 4 barrier, 5 task, 6 inner region,
 *   7 undeferred task, 8 taskwait */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define M (&tare_m_entries)
#define P tare_m_entries.probes

enum { TASKS = 20 };

static long taken;

static void criticals(int count) {
  for (int i = 0; i < count; ++i) {
    P->lock_wait(M, 3);
#pragma omp critical
    {
      P->lock_held(M, 3);
      ++taken;
      P->lock_release(M, 3);
    }
    P->lock_done(M, 3);
  }
}

static void barrier(void) {
  P->barrier_arrive(M, 4);
#pragma omp barrier
  P->barrier_leave(M, 4);
}

/* Its first thread forks the same region again, `levels` deep. */
static void inner(int levels) {
  struct tare_region r;
  P->region_fork(M, 6, &r, 0);
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    P->region_start(&r);
    criticals(3 + me);
    if (me == 0 && levels)
      inner(levels - 1);
    criticals(1);
    barrier();
    criticals(2);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void once(void) {
#pragma omp single nowait
  {
    P->work_begin(M, 2);
    P->work_end(M, 2, 1);
  }
}

/* Each with a child that runs at once. */
static void tasks(void) {
  for (int i = 0; i < TASKS; ++i) {
    P->task_create(M, 5);
#pragma omp task
    {
      struct tare_task t;
      P->task_begin(M, 5, &t);
      criticals(2);
      P->task_create(M, 7);
#pragma omp task if (0)
      {
        struct tare_task child;
        P->task_begin(M, 7, &child);
        criticals(1);
        P->task_end(&child);
      }
      P->task_created(M, 7);
      P->task_end(&t);
    }
    P->task_created(M, 5);
    if (i % 10 == 5) {
      P->task_wait_begin(M, 8);
#pragma omp taskwait
      P->task_wait_end(M, 8);
    }
  }
}

static void region(void) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    P->region_start(&r);
    P->work_begin(M, 1);
    for (int step = 0; step < 2; ++step) {
      criticals(me + 2 * step);
      if (step == 0)
        once();
      barrier();
    }
    P->work_end(M, 1, 2);
    criticals(1);
    for (int i = 0; i < me; ++i)
      inner(1);
    criticals(2);
    barrier();
#pragma omp single nowait
    tasks();
    barrier();
    for (int i = 0; i < 2 - me; ++i) {
      P->work_begin(M, 1);
      P->work_end(M, 1, 1);
    }
    P->region_finish(&r);
  }
  P->region_join(&r);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 10;
  omp_set_max_active_levels(3);
  for (int i = 0; i < rounds; ++i)
    region();
  printf("%ld\n", taken);
  return 0;
}
