/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "driver/calibration/loaded_runtimes.h"
#include "rounds.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCH_NS = 2500000, MOST_TIMES = 2000 };

uint64_t clockNs(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void work(long steps) {
  uint64_t x = 1;
  for (long step = 0; step < steps; ++step) {
    x = x * 6364136223846793005u + (uint64_t)step;
    __asm__ volatile("" : "+r"(x));
  }
}

double stepNs(void) {
  enum { STEPS = 100000 };
  double least = 0;
  for (int time = 0; time < 3; ++time) {
    uint64_t begin = clockNs();
    work(STEPS);
    double each = (double)(clockNs() - begin) / STEPS;
    if (time == 0 || each < least)
      least = each;
  }
  return least;
}

long times(double ns_each) {
  double count = BATCH_NS / (ns_each > 1 ? ns_each : 1);
  return count < 1 ? 1 : count > MOST_TIMES ? MOST_TIMES : (long)count;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void print_figure(const char *name, double values[BATCHES]) {
  qsort(values, BATCHES, sizeof *values, ascending);
  printf("%s %.1f %.1f %.1f\n", name, values[BATCHES / 2], values[BATCHES / 4],
         values[BATCHES - 1 - BATCHES / 4]);
}

/* Leaves the first `cores` CPUs; 0: there are not so many. */
static int leave_cores(int cores) {
  cpu_set_t allowed, first;
  CPU_ZERO(&first);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return 0;
  int left = cores;
  for (int cpu = 0; cpu < CPU_SETSIZE && left > 0; ++cpu)
    if (CPU_ISSET(cpu, &allowed)) {
      CPU_SET(cpu, &first);
      --left;
    }
  return left == 0 && sched_setaffinity(0, sizeof first, &first) == 0;
}

static void identify(void) {
  int threads = 1;
  print_loaded_runtimes();
#pragma omp parallel
#pragma omp masked
  threads = omp_get_num_threads();
  printf("threads %d\n", threads);
}

int main(int argc, char **argv) {
  if (argc == 4 && (strcmp(argv[1], "on") == 0 || strcmp(argv[1], "pinned") == 0)) {
    char *again[] = {argv[0], argv[2], argv[3], NULL};
    if (!leave_cores(atoi(argv[2]))) {
      fprintf(stderr, "there are no %s CPUs\n", argv[2]);
      return 2;
    }
    if (strcmp(argv[1], "pinned") == 0) {
      setenv("OMP_PLACES", "cores", 1);
      setenv("OMP_PROC_BIND", "close", 1);
    }
    execv("/proc/self/exe", again);
    return 2;
  }
  if (argc != 3)
    return 2;
  identify();
  if (strcmp(argv[2], "rates") == 0)
    measure_rates();
  if (strcmp(argv[2], "team") == 0) {
    measure_rounds(atof(argv[1]));
    measure_sharing();
  }
  return 0;
}
