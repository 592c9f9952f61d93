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
#define BEGIN(loop, node, index)                                                                   \
  if (__builtin_expect(++loop.w[0] == loop.w[1], 0))                                               \
  P->iteration_begin(M, node, &loop, (long)(index))
#define END(loop)                                                                                  \
  if (__builtin_expect(loop.w[2] != 0, 0))                                                         \
  P->iteration_end(&loop)

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
    struct tare_iterations n = {{0, 1}};
    P->region_start(&r);
    P->work_begin(M, 4);
#pragma omp for nowait
    for (int k = 0; k < 10; ++k) {
      BEGIN(n, 4, k);
      add();
      END(n);
    }
    P->work_end(M, 4, n.w[0]);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void rows(int count) {
  struct tare_iterations n = {{0, 1}};
  P->work_begin(M, 1);
#pragma omp for schedule(dynamic, 1) nowait
  for (int i = 0; i < count; ++i) {
    BEGIN(n, 1, i);
    do {
      work(30ul * (unsigned long)i);
      if (i == count / 2)
        inner();
      if (i % 2)
        continue;
      add();
    } while (0);
    END(n);
  }
  P->work_end(M, 1, n.w[0]);
}

static void brief(void) {
  struct tare_iterations n = {{0, 1}};
  P->work_begin(M, 2);
#pragma omp for schedule(static) nowait
  for (long i = -8; i < 8; ++i) {
    BEGIN(n, 2, i);
    work(5);
    END(n);
  }
  P->work_end(M, 2, n.w[0]);
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
