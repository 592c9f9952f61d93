/* SPDX-License-Identifier: Apache-2.0
 * Loops whose iterations are sampled, with the code that the rewriter would write.
 *
 *   node 0 region, 1 loop of ROWS iterations, row i of i units, 2 short loop, met often, 3 inner
 *   region, 4 its loop, inside an iteration of loop 1, 5 critical
 *
 * iterations ROUNDS ROWS: prints how many iterations there were.
 */
#include <stdio.h>
#include <stdlib.h>

#define M (&tare_m_iterations)
#define P tare_m_iterations.probes
#define COUNTERS                                                                                   \
  struct tare_iterations loop = {{0}};                                                             \
  unsigned long n = 0, next = 1, ends = 0
#define BEGIN(node, index)                                                                         \
  if (__builtin_expect(++n == next, 0)) {                                                          \
    next = P->iteration_begin(M, node, &loop, n, (long)(index));                                   \
    ends = next & 1;                                                                               \
    next >>= 1;                                                                                    \
  }
#define END                                                                                        \
  if (__builtin_expect(ends != 0, 0)) {                                                            \
    next = P->iteration_end(&loop, n);                                                             \
    ends = 0;                                                                                      \
  }

static unsigned long work(unsigned long steps) {
  unsigned long x = steps;
  for (unsigned long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}

static unsigned long total;

static void add(void) {
  P->lock_wait(M, 5);
#pragma omp critical
  {
    P->lock_held(M, 5);
    ++total;
    P->lock_release(M, 5);
  }
  P->lock_done(M, 5);
}

static void inner(void) {
  struct tare_region r;
  P->region_fork(M, 3, &r, 0);
#pragma omp parallel num_threads(2)
  {
    COUNTERS;
    P->region_start(&r);
    P->work_begin(M, 4);
#pragma omp for nowait
    for (int k = 0; k < 10; ++k) {
      BEGIN(4, k)
      add();
      END
    }
    P->work_end(M, 4, n);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void rows(int count) {
  COUNTERS;
  P->work_begin(M, 1);
#pragma omp for schedule(dynamic, 1) nowait
  for (int i = 0; i < count; ++i) {
    BEGIN(1, i)
    do {
      work(30ul * (unsigned long)i);
      if (i == count / 2)
        inner();
      if (i % 2)
        continue;
      add();
    } while (0);
    END
  }
  P->work_end(M, 1, n);
}

static void brief(void) {
  COUNTERS;
  P->work_begin(M, 2);
#pragma omp for schedule(static) nowait
  for (long i = -8; i < 8; ++i) {
    BEGIN(2, i)
    work(5);
    END
  }
  P->work_end(M, 2, n);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 10, count = argc > 2 ? atoi(argv[2]) : 200;
  for (int round = 0; round < rounds; ++round) {
    struct tare_region r;
    P->region_fork(M, 0, &r, 0);
#pragma omp parallel
    {
      P->region_start(&r);
      rows(count);
      for (int k = 0; k < 20; ++k)
        brief();
      P->region_finish(&r);
    }
    P->region_join(&r);
  }
  brief(); /* outside of any region: nothing is measured */
  printf("%lu\n", total);
  return 0;
}
