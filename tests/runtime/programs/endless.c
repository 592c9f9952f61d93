/* SPDX-License-Identifier: Apache-2.0
 * Runs measured regions until something ends it: endless HOW REGION THREAD.
 * HOW: forever, abort, _exit, exit, segv; in that region, on that thread. Status 7 by itself.
 *
 *   node 0 region, 1 loop, 2 barrier, 3 critical, 4 inner region */
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define M (&tare_m_endless)
#define P tare_m_endless.probes

static volatile unsigned long sink;

static void work(int steps) {
  unsigned long x = 1;
  for (int i = 0; i < steps; ++i) {
    x = x * 2862933555777941757ul + 3037000493ul;
    __asm__ volatile("" : "+r"(x));
  }
  sink = x;
}

static void end(const char *how) {
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "_exit") == 0)
    _exit(7);
  if (strcmp(how, "exit") == 0)
    exit(7);
  if (strcmp(how, "segv") == 0)
    *(volatile int *)8 = 1;
}

static void inner(void) {
  struct tare_region r;
  P->region_fork(M, 4, &r, 0);
#pragma omp parallel num_threads(2)
  {
    P->region_start(&r);
    work(100);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void region(long number, const char *how, long last, int thread) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    P->work_begin(M, 1);
    work(2000);
    if (number == last && omp_get_thread_num() == thread)
      end(how);
    P->work_end(M, 1, 1);
    P->barrier_arrive(M, 2);
#pragma omp barrier
    P->barrier_leave(M, 2);
    P->lock_wait(M, 3);
#pragma omp critical
    {
      P->lock_held(M, 3);
      work(50);
      P->lock_release(M, 3);
    }
    P->lock_done(M, 3);
    if (number % 16 == 0)
      inner();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "forever";
  long last = argc > 2 ? atol(argv[2]) : -1;
  int thread = argc > 3 ? atoi(argv[3]) : 0;
  omp_set_max_active_levels(2);
  for (long number = 0; strcmp(how, "forever") == 0 || number <= last; ++number) {
    if (number == 1) {
      puts("running");
      fflush(stdout);
    }
    region(number, how, last, thread);
    work(500);
  }
  return 0;
}
