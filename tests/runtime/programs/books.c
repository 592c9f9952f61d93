/* SPDX-License-Identifier: Apache-2.0
 * Hand-placed probes over every shape that the books know. Prints a checksum that depends on all
 * of the work, and on nothing that the probes do.
 *
 *   node 0 region, 1 loop, 2 single, 3 master, 4 critical, 5 barrier, 6 inner region, 7 inner loop,
 *   8 opaque region, 9 atomic, 10 serial loop
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define M (&tare_m_books)
#define P tare_m_books.probes

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
  total += x;
}

static void barrier(void) {
  P->barrier_arrive(M, 5);
#pragma omp barrier
  P->barrier_leave(M, 5);
}

static void orphaned(void) {
  P->work_begin(M, 10);
  add(work(50));
  P->work_end(M, 10, 1);
}

static void loop(int rows) {
  unsigned long n = 0;
  P->work_begin(M, 1);
#pragma omp for schedule(static) nowait
  for (int i = 0; i < rows; ++i) {
    ++n;
    add(work(20ul * (unsigned long)i) & 7);
  }
  P->work_end(M, 1, n);
  barrier();
}

static void once(void) {
#pragma omp single nowait
  {
    P->work_begin(M, 2);
    add(work(300) & 7);
    P->work_end(M, 2, 1);
  }
  barrier();
#pragma omp master
  {
    P->work_begin(M, 3);
    add(work(200) & 7);
    P->work_end(M, 3, 1);
  }
}

static void locked(void) {
  P->lock_wait(M, 4);
#pragma omp critical
  {
    P->lock_held(M, 4);
    add(work(30) & 7);
    orphaned();
    P->lock_release(M, 4);
  }
  P->lock_done(M, 4);
}

static void inner(int threads) {
  struct tare_region r;
  P->region_fork(M, 6, &r, 0);
#pragma omp parallel num_threads(threads)
  {
    P->region_start(&r);
    P->work_begin(M, 7);
    add(work(100) & 7);
    P->work_end(M, 7, 1);
    P->barrier_arrive(M, 5);
#pragma omp barrier
    P->barrier_leave(M, 5);
    add(work(20) & 7);
    orphaned();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void deep(int levels) {
  struct tare_region r;
  P->region_fork(M, 6, &r, 0);
#pragma omp parallel num_threads(1)
  {
    P->region_start(&r);
    orphaned();
    if (levels)
      deep(levels - 1);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void opaque(void) {
  struct tare_region r;
  P->region_fork(M, 8, &r, tare_region_opaque);
#pragma omp parallel
  {
    add(work(100) & 7);
    orphaned();
    inner(1); /* inside an opaque region nothing is measured */
  }
  P->region_join(&r);
}

static void region(int rows, int threads) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel num_threads(threads) if (threads > 0)
  {
    P->region_start(&r);
    loop(rows);
    once();
    locked();
    P->count(M, 9, 1);
    inner(2);
    barrier();
    loop(3);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20;
  int wide = omp_get_max_threads();
  omp_set_max_active_levels(2);
  for (int i = 0; i < rounds; ++i) {
    orphaned();
    region(40, wide);
    region(10, 1);
    region(5, wide > 1 ? wide - 1 : 1);
    region(5, wide + 1);
    opaque();
    if (i % 8 == 0)
      deep(11); /* past what is measured */
    add(work(1000) & 7);
  }
  printf("%lu\n", total);
  return 0;
}
