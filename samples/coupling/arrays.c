/* SPDX-License-Identifier: Apache-2.0
 *
 * Couplings that follow from the sizes of arrays, as in the synthetic programs of the Prophesy paper.
 *
 *   arrays SWEPT_KB APART_KB PASSES
 *
 * Each thread has three arrays of its own. `forward` and `backward` go over the same one, of SWEPT_KB:
 * if it is a little larger than a cache, each alone misses at every step, and in turns each finds
 * there what the other has read last (constructive). `left` and `right` have an array of APART_KB
 * each: if one of them fits a cache and both do not, each alone always hits, and in turns they drive
 * each other out (destructive). Steps depend on each other, so that no prefetcher helps.
 */
#include <stdio.h>
#include <stdlib.h>

struct line { /* of a cache */
  int next, previous;
  char rest[56];
};

struct array {
  struct line *lines; /* a cycle through all of them, in an order that looks random */
  int count;
};

static struct array swept[64], apart_left[64], apart_right[64]; /* by thread */
static long checks[64][8];

static unsigned random_state = 12345;
static unsigned next_random(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return random_state >> 8;
}

static struct array make_array(long bytes) {
  struct array array;
  array.count = (int)(bytes / (long)sizeof(struct line));
  if (array.count < 2)
    array.count = 2;
  array.lines = aligned_alloc(64, (size_t)array.count * sizeof(struct line));
  int *order = malloc((size_t)array.count * sizeof *order);
  if (!array.lines || !order)
    exit(1);
  for (int i = 0; i < array.count; ++i)
    order[i] = i;
  for (int i = array.count - 1; i > 0; --i) {
    int k = (int)(next_random() % (unsigned)(i + 1)), kept = order[i];
    order[i] = order[k];
    order[k] = kept;
  }
  for (int i = 0; i < array.count; ++i) {
    array.lines[order[i]].next = order[(i + 1) % array.count];
    array.lines[order[(i + 1) % array.count]].previous = order[i];
  }
  free(order);
  return array;
}

/* Steps along the cycle, as many as there are lines, from line 0 back to it. */
static long walk(const struct array *array) {
  long sum = 0;
  for (int i = 0, at = 0; i < array->count; ++i, at = array->lines[at].next)
    sum += at;
  return sum;
}

static long walk_back(const struct array *array) {
  long sum = 0;
  for (int i = 0, at = 0; i < array->count; ++i, at = array->lines[at].previous)
    sum += at;
  return sum;
}

void forward(struct array *arrays, int threads) {
#pragma omp parallel for schedule(static, 1)
  for (int t = 0; t < threads; ++t)
    checks[t][0] += walk(&arrays[t]);
}

void backward(struct array *arrays, int threads) {
#pragma omp parallel for schedule(static, 1)
  for (int t = 0; t < threads; ++t)
    checks[t][0] -= walk_back(&arrays[t]);
}

void left(struct array *arrays, int threads) {
#pragma omp parallel for schedule(static, 1)
  for (int t = 0; t < threads; ++t)
    checks[t][1] += walk(&arrays[t]);
}

void right(struct array *arrays, int threads) {
#pragma omp parallel for schedule(static, 1)
  for (int t = 0; t < threads; ++t)
    checks[t][1] -= walk(&arrays[t]);
}

int main(int argc, char **argv) {
  long swept_bytes = 1024 * (argc > 1 ? atol(argv[1]) : 64);
  long apart_bytes = 1024 * (argc > 2 ? atol(argv[2]) : 32);
  int passes = argc > 3 ? atoi(argv[3]) : 20, threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  if (threads > 64)
    threads = 64;
  for (int t = 0; t < threads; ++t) {
    swept[t] = make_array(swept_bytes);
    apart_left[t] = make_array(apart_bytes);
    apart_right[t] = make_array(apart_bytes);
  }
  for (int pass = 0; pass < passes; ++pass) {
    forward(swept, threads);
    backward(swept, threads);
    left(apart_left, threads);
    right(apart_right, threads);
  }
  long sum = 0;
  for (int t = 0; t < threads; ++t)
    sum += checks[t][0] + (checks[t][1] != 0);
  printf("%ld\n", sum);
  return 0;
}
