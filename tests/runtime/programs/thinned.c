/* SPDX-License-Identifier: Apache-2.0
 * Hand-placed probes in many short regions, so that a budget leaves some out: thinned COUNT [HOW].
 * Prints a checksum, and how often this process forked each outermost region.  HOW: fork, after 200
 * short ones, makes a child that does the same.
 *
 *   node 0 short region, 1 loop in it, 2 barrier, 3 long region, 4 loop in it, 5 region with tasks,
 *   6 task, 7 nested region, 8 critical, 9 opaque region, 10 serial loop */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define M (&tare_m_thinned)
#define P tare_m_thinned.probes

static unsigned long work(unsigned long steps) {
  unsigned long x = steps;
  for (unsigned long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}

static unsigned long total;
static void add(unsigned long x) {
#pragma omp atomic
  total += x & 7;
}

static void barrier(void) {
  P->barrier_arrive(M, 2);
#pragma omp barrier
  P->barrier_leave(M, 2);
}

static void locked(void) {
  P->lock_wait(M, 8);
#pragma omp critical
  {
    P->lock_held(M, 8);
    add(work(10));
    P->lock_release(M, 8);
  }
  P->lock_done(M, 8);
}

static void loop(unsigned int node, int rows) {
  unsigned long n = 0;
  P->work_begin(M, node);
#pragma omp for schedule(static) nowait
  for (int i = 0; i < rows; ++i) {
    ++n;
    add(work(20));
  }
  P->work_end(M, node, n);
  barrier();
}

static void shortRegion(void) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    loop(1, 8);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void nested(void) {
  struct tare_region r;
  P->region_fork(M, 7, &r, 0);
#pragma omp parallel num_threads(2)
  {
    P->region_start(&r);
    add(work(20));
    barrier();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void longRegion(void) {
  struct tare_region r;
  P->region_fork(M, 3, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    loop(4, 1000);
    locked();
    if (omp_get_thread_num() == omp_get_num_threads() - 1)
      nested();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void tasks(void) {
  struct tare_region r;
  P->region_fork(M, 5, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
#pragma omp single nowait
    for (int i = 0; i < 20; ++i) {
      P->task_create(M, 6);
#pragma omp task
      {
        struct tare_task t;
        P->task_begin(M, 6, &t);
        add(work(50));
        locked();
        P->task_end(&t);
      }
      P->task_created(M, 6);
    }
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void opaque(void) {
  struct tare_region r;
  P->region_fork(M, 9, &r, tare_region_opaque);
#pragma omp parallel
  shortRegion(); /* no time of its own, in there */
  P->region_join(&r);
}

/* `before`: short regions that this process has forked already. */
static void all(int count, int before) {
  int forked[10] = {before};
  for (int i = 0; i < count; ++i) {
    shortRegion();
    ++forked[0];
    if (i % 10 == 0)
      tasks(), ++forked[5];
    if (i % 50 == 0)
      longRegion(), ++forked[3];
    if (i % 200 == 0)
      opaque(), ++forked[9];
    P->serial_begin(M, 10);
    add(work(20));
    P->serial_end(M, 10, 1);
  }
  printf("%lu %d %d %d %d\n", total, forked[0], forked[3], forked[5], forked[9]);
  fflush(stdout);
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 2000;
  int before = 0;
  omp_set_max_active_levels(2);
  if (argc > 2 && strcmp(argv[2], "fork") == 0) {
    while (before < 200)
      shortRegion(), ++before;
    if (fork() == 0)
      before = 0;
    else
      wait(NULL);
  }
  all(count, before);
  return 0;
}
