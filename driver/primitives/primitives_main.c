/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs each loop over data of several sizes, by several threads at once, each on data of its own.
 *
 *   primitives THREADS BYTES...      (bytes of one thread's arrays together)
 *
 * Prints a line each: name, bytes, threads, and ns of an iteration in the slowest thread: lower
 * quartile of the batches, the least, and the median. */
#define _GNU_SOURCE
#include "loops.h"

#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 15, FEW_BATCHES = 9, BATCH_NS = 1500000 };

/* Of this thread's processor time: others that want the processor are not in it. */
static uint64_t clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* All arrays of one thread, in one piece, each as long as the longest loop over `bytes` needs it.
   NULL: there is no memory. */
static char *make(struct operands *with, long bytes) {
  /* Arrays do not begin in the same set of a cache, nor at the same place of a bank of memory:
     streams that lie a power of 2 apart take up to twice as long. */
  enum { APART = 4 * 4096 + 832 };
  size_t each = (size_t)bytes + APART;
  char *memory = malloc(10 * each), *next = memory;
  if (!memory)
    return NULL;
  double **wide[] = {&with->a, &with->b, &with->c, &with->d, &with->out};
  float **narrow[] = {&with->single_a, &with->single_b, &with->single_out};
  for (int i = 0; i < 5; ++i, next += each)
    *wide[i] = (double *)next;
  for (int i = 0; i < 3; ++i, next += each)
    *narrow[i] = (float *)next;
  with->index = (int *)next;
  with->counter = (int *)(next + each);
  long doubles = bytes / (long)sizeof(double), singles = bytes / (long)sizeof(float);
  for (long i = 0; i < doubles; ++i) {
    with->a[i] = 1 + (double)(i % 7) / 7;
    with->b[i] = 1 + (double)(i % 5) / 5;
    with->c[i] = with->d[i] = with->out[i] = 1;
  }
  for (long i = 0; i < singles; ++i) {
    with->single_a[i] = with->single_b[i] = with->single_out[i] = 1;
    with->counter[i] = 0;
  }
  return memory;
}

/* 0 .. count - 1 in an order that no cache expects (Fisher and Yates, with Marsaglia's xorshift).
 */
static void shuffle(int *index, long count) {
  uint64_t random = 88172645463325252u;
  for (long i = 0; i < count; ++i)
    index[i] = (int)i;
  for (long i = count - 1; i > 0; --i) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    long j = (long)(random % (uint64_t)(i + 1));
    int kept = index[i];
    index[i] = index[j];
    index[j] = kept;
  }
}

static double volatile result;

static double batch(const struct primitive *loop, const struct operands *with, long times) {
  uint64_t begin = clock_ns();
  double all = 0;
  for (long i = 0; i < times; ++i)
    all += loop->run(with);
  double ns = (double)(clock_ns() - begin);
  result = all;
  return ns;
}

/* A pass over so many bytes is a batch by itself. */
static int batches_over(long bytes) { return bytes > (32 << 20) ? FEW_BATCHES : BATCHES; }

static void measure(const struct primitive *loop, const struct operands *all, long bytes,
                    double slowest[BATCHES]) {
  struct operands with = *all;
  with.count = bytes / loop->bytes;
  if (loop->is_indexed)
    shuffle(with.index, with.count);
  double once = batch(loop, &with, 1);
  long times = (long)(BATCH_NS / (once > 1 ? once : 1)) + 1;
  for (int i = 0; i < batches_over(bytes); ++i) {
#pragma omp barrier
    double ns = batch(loop, &with, times) / ((double)times * (double)with.count);
#pragma omp critical
    if (ns > slowest[i])
      slowest[i] = ns;
  }
}

static void print(const struct primitive *loop, long bytes, int threads, double slowest[BATCHES]) {
  int batches = batches_over(bytes);
  qsort(slowest, (size_t)batches, sizeof *slowest, ascending);
  printf("%s %ld %d %.4f %.4f %.4f\n", loop->name, bytes, threads, slowest[batches / 4], slowest[0],
         slowest[batches / 2]);
  fflush(stdout);
}

/* All loops over data of one size.  0: there is no memory for it. */
static int measure_all(long bytes, int threads) {
  int failed = 0;
  double slowest[BATCHES];
#pragma omp parallel num_threads(threads)
  {
    struct operands all;
    char *memory = make(&all, bytes);
    if (!memory) {
#pragma omp atomic write
      failed = 1;
    }
#pragma omp barrier
    for (int i = 0; i < primitive_count && !failed; ++i) {
#pragma omp masked
      memset(slowest, 0, sizeof slowest);
#pragma omp barrier
      measure(&primitives[i], &all, bytes, slowest);
#pragma omp barrier
#pragma omp masked
      print(&primitives[i], bytes, threads, slowest);
    }
    free(memory);
  }
  if (failed)
    fprintf(stderr, "no memory for %ld bytes\n", bytes);
  return !failed;
}

int main(int argc, char **argv) {
  int threads = argc > 2 ? atoi(argv[1]) : 0;
  if (threads < 1)
    return 2;
  for (int k = 2; k < argc; ++k) {
    long bytes = atol(argv[k]);
    if (bytes < 4096 || !measure_all(bytes, threads))
      return 2;
  }
  return 0;
}
