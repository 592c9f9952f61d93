/* SPDX-License-Identifier: Apache-2.0
 *
 * task_cost TASKS STEPS: many short tasks, created by one thread and run by all, then created by
 * all in a binary tree.  Prints the nanoseconds a task of each, and a checksum.  For task_cost.py.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t sink;

static uint64_t chain(long steps) {
  uint64_t x = 0x9e3779b97f4a7c15u;
  for (long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}

static void add(uint64_t x) { __atomic_fetch_add(&sink, x & 7, __ATOMIC_RELAXED); }

static void flat(long tasks, long steps) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < tasks; ++i) {
#pragma omp task firstprivate(steps)
    add(chain(steps));
  }
}

static void node(long tasks, long steps) {
  if (tasks < 2) {
    add(chain(steps));
    return;
  }
#pragma omp task firstprivate(tasks, steps)
  node(tasks / 2, steps);
#pragma omp task firstprivate(tasks, steps)
  node(tasks - tasks / 2, steps);
#pragma omp taskwait
}

static void tree(long tasks, long steps) {
#pragma omp parallel
#pragma omp single
  node(tasks, steps);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double timed(void (*shape)(long, long), long tasks, long steps) {
  double start = seconds();
  shape(tasks, steps);
  return (seconds() - start) / (double)tasks * 1e9;
}

int main(int argc, char **argv) {
  long tasks = argc > 1 ? atol(argv[1]) : 1000000;
  long steps = argc > 2 ? atol(argv[2]) : 20;
  flat(tasks / 10, steps);
  double flat_ns = timed(flat, tasks, steps), tree_ns = timed(tree, tasks / 2, steps);
  printf("%.1f %.1f %llu\n", flat_ns, tree_ns, (unsigned long long)sink);
  return 0;
}
