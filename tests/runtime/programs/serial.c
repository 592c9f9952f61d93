/* SPDX-License-Identifier: Apache-2.0
 * Serial code with hand-placed probes: statements inside each other and around regions, before the
 * first region and after the last, functions that are called in regions as well, what is left
 * without its end, what is too short to be measured.
 *
 *   node 0 region, 1 loop with regions in it, 2 call in that loop, 3 function called anywhere,
 *   4 short statement, 5 recursion, 6 left by longjmp, 7 around that
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define M (&tare_m_serial)
#define P tare_m_serial.probes

static unsigned long work(unsigned long steps) {
  unsigned long x = steps;
  for (unsigned long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}

static unsigned long total;

static unsigned long anywhere(unsigned long steps) {
  P->serial_begin(M, 3);
  unsigned long x = work(steps);
  P->serial_end(M, 3, steps);
  return x;
}

static void region(void) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    unsigned long x = anywhere(500);
#pragma omp atomic
    total += x & 1;
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void rounds(int n) {
  P->serial_begin(M, 1);
  for (int i = 0; i < n; ++i) {
    P->serial_begin(M, 2);
    total += work(20000) & 1;
    P->serial_end(M, 2, 1);
    region();
    total += anywhere(3000) & 1;
  }
  P->serial_end(M, 1, (unsigned long)n);
}

static void shorts(int n) {
  for (int i = 0; i < n; ++i) {
    P->serial_begin(M, 4);
    total += (unsigned long)i;
    P->serial_end(M, 4, 1);
  }
}

static void recurse(int depth) {
  P->serial_begin(M, 5);
  total += work(50) & 1;
  if (depth > 0)
    recurse(depth - 1);
  P->serial_end(M, 5, 1);
}

static jmp_buf back;

static void jumps(int n) {
  for (volatile int i = 0; i < n; ++i) {
    P->serial_begin(M, 7);
    if (!setjmp(back)) {
      P->serial_begin(M, 6);
      total += work(5000) & 1;
      longjmp(back, 1);
    }
    total += work(1000) & 1;
    P->serial_end(M, 7, 1);
  }
}

/* ROUNDS [shorts|deep|jumps|fork|none]... */
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3;
  total += anywhere(30000) & 1;
  for (int i = 2; i < argc; ++i) {
    if (!strcmp(argv[i], "shorts"))
      shorts(100000);
    if (!strcmp(argv[i], "deep"))
      for (int k = 0; k < 3; ++k)
        recurse(6000);
    if (!strcmp(argv[i], "jumps"))
      jumps(n);
    if (!strcmp(argv[i], "none"))
      n = 0;
    if (!strcmp(argv[i], "fork")) {
      P->serial_begin(M, 1);
      int child = fork();
      int status = 0;
      if (child > 0)
        waitpid(child, &status, 0);
      P->serial_end(M, 1, 1);
    }
  }
  rounds(n);
  total += anywhere(30000) & 1;
  printf("%d\n", total != 0);
  return 0;
}
