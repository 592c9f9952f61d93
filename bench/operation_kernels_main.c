/* SPDX-License-Identifier: Apache-2.0
 *
 *   operation_kernels NAME N SECONDS
 *
 * Calls a kernel again and again, over the same data, and prints the lower quartile of its times.
 */
#define _GNU_SOURCE
#include "operation_kernels.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST_CALLS = 9, MOST_SAMPLES = 2000, ROW = 5, BINS = 256, APART = 24 };
static const double least_sample_s = 100e-6; /* short calls are timed together */

/* Of processor time: other programs are not in it. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *numbers(long count) {
  double *x = malloc(((size_t)count + APART) * sizeof *x);
  if (!x)
    exit(2);
  for (long i = 0; i < count; ++i)
    x[i] = 1 + (double)(i % 13) / 13;
  return x;
}

static int *places(long count, long below) {
  int *x = malloc(((size_t)count + APART) * sizeof *x);
  uint64_t random = 88172645463325252u;
  if (!x)
    exit(2);
  for (long i = 0; i < count; ++i) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    x[i] = (int)(random % (uint64_t)below);
  }
  return x;
}

static long n;
static double *d[7], *original;
static int *start, *index_of, *bins;

static void call_matmul(void) { matmul(n, d[0], d[1], d[2]); }
static void call_lu2(void) { lu2(n, d[0]); }
static void call_jacobi(void) { jacobi(n, d[0], d[1]); }
static void call_triad(void) { triad(n, d[0], d[1], d[2]); }
static void call_sparse(void) { sparse(n, d[0], start, index_of, d[1], d[2]); }
static void call_butterfly(void) { butterfly(n, d[0], d[1], d[2], d[3]); }
static void call_histogram(void) { histogram(n, bins, index_of); }
static void call_nbody(void) { nbody(n, d[0], d[1], d[2], d[3], d[4], d[5], d[6]); }

struct kernel {
  const char *name;
  void (*call)(void);
  int arrays, is_square, is_restored;
};
static const struct kernel kernels[] = {
    {"matmul", call_matmul, 3, 1, 0},       {"lu2", call_lu2, 1, 1, 1},
    {"jacobi", call_jacobi, 2, 1, 0},       {"triad", call_triad, 3, 0, 0},
    {"sparse", call_sparse, 3, 0, 0},       {"butterfly", call_butterfly, 4, 0, 1},
    {"histogram", call_histogram, 0, 0, 0}, {"nbody", call_nbody, 7, 0, 0},
};

static void prepare(const struct kernel *kernel) {
  long count = kernel->is_square ? n * n : n * (kernel->call == call_sparse ? ROW : 2);
  for (int i = 0; i < kernel->arrays; ++i)
    d[i] = numbers(count);
  if (kernel->call == call_lu2)
    for (long i = 0; i < n; ++i)
      d[0][i * n + i] = (double)n;
  if (kernel->is_restored)
    memcpy(original = numbers(count), d[0], (size_t)count * sizeof *d[0]);
  start = malloc(((size_t)n + 1) * sizeof *start);
  bins = calloc(BINS, sizeof *bins);
  if (!start || !bins)
    exit(2);
  for (long i = 0; i <= n; ++i)
    start[i] = (int)(i * ROW);
  index_of = places(n * ROW, kernel->call == call_histogram ? BINS : n);
  if (kernel->call == call_butterfly)
    for (long i = 0; i < n; ++i) /* small, so that values stay finite over many calls */
      d[2][i] = 0.6, d[3][i] = 0.3;
}

static void restore(const struct kernel *kernel) {
  if (kernel->call == call_lu2)
    memcpy(d[0], original, (size_t)(n * n) * sizeof *d[0]);
  if (kernel->call == call_butterfly)
    for (long i = 0; i < 2 * n; ++i)
      d[0][i] = d[1][i] = 1;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Seconds of one call. */
static double sample(const struct kernel *kernel, long calls) {
  if (kernel->is_restored)
    restore(kernel);
  double begin = now();
  for (long i = 0; i < calls; ++i)
    kernel->call();
  return (now() - begin) / (double)calls;
}

static double lower_quartile(const struct kernel *kernel, double seconds) {
  static double samples[MOST_SAMPLES];
  double once = sample(kernel, 1), begin = now();
  long calls =
      kernel->call == call_lu2 || once > least_sample_s ? 1 : (long)(least_sample_s / once) + 1;
  if (calls > 30 && kernel->is_restored)
    calls = 30;
  int count = 0;
  while (count < MOST_SAMPLES && (count < LEAST_CALLS || now() - begin < seconds))
    samples[count++] = sample(kernel, calls);
  qsort(samples, (size_t)count, sizeof *samples, ascending);
  return samples[count / 4];
}

int main(int argc, char **argv) {
  if (argc != 4 || (n = atol(argv[2])) < 2)
    return 2;
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i)
    if (!strcmp(argv[1], kernels[i].name)) {
      prepare(&kernels[i]);
      printf("%.9g\n", lower_quartile(&kernels[i], atof(argv[3])));
      return 0;
    }
  return 2;
}
