/* SPDX-License-Identifier: Apache-2.0
 *
 * The calibration program's frame: how often each kernel is executed, and what it took.  It and
 * primitives.c never have probes.
 *
 *   tare-scale-<runtime>[-probed] [identify]
 *
 *   runtime /usr/lib/.../libgomp.so.1      file that the OpenMP runtime was loaded from
 *   threads 2                              of a team
 *   kernel barrier 8000 2412345            name, executions, nanoseconds     (not with identify)
 *   interrupted 0.0041 25300               what interruptions add to the time of a busy thread, as
 * a part of it, and how many nanoseconds one has
 *   waited 0.0002                          for a CPU that others of this system had, as a part of
 * the time; absent: not known
 */
#define _GNU_SOURCE
#include "loaded_runtimes.h"
#include "scale.h"

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  WALK_BYTES = 4 << 20,
  LINE = 64,
  TARGET_NS = 6000000 /* for one kernel */
};

volatile int scale_never;

/* ---- what the kernels use ---- */

uint64_t clockNs(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void timing_start(struct timing *timing) { timing->since = clockNs(); }

void timing_stop(struct timing *timing) {
  uint64_t ns = clockNs() - timing->since;
  timing->ns += ns;
  if (timing->parts < SCALE_PARTS)
    timing->part_ns[timing->parts] = ns;
  ++timing->parts;
}

static unsigned char area[WALK_BYTES];

void walk_memory(void) {
  unsigned sum = 0;
  for (size_t i = 0; i < sizeof area; i += LINE)
    sum += *(volatile unsigned char *)&area[i];
  __asm__ volatile("" ::"r"(sum));
}

int is_first(void) { return omp_get_thread_num() == 0; }

void first_starts(struct timing *timing) {
  if (is_first())
    timing_start(timing);
}

void first_stops(struct timing *timing) {
  if (is_first())
    timing_stop(timing);
}

void do_nothing(void) { __asm__ volatile("" ::: "memory"); }

/* As many at once as a core can, as in most programs; each call for itself. */
void other_work(void) {
  uint64_t a = 2, b = 3, c = 5, d = 7;
  for (uint64_t step = 0; step < 20; ++step) {
    a += b ^ step, b += c & step, c += d | step, d += a ^ step;
    a ^= a << 3, b ^= b >> 5, c ^= c << 7, d ^= d >> 9;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  }
}

void long_work(void) {
  uint64_t x = 1;
  for (uint64_t step = 0; step < 100; ++step) {
    x = x * 6364136223846793005u + step;
    __asm__ volatile("" : "+r"(x));
  }
}

/* There may be more threads than cores. */
static void pause_a_little(unsigned *turns) {
  if (++*turns % 1024 == 0)
    sched_yield();
}

void align_team(void) {
  static int arrived, generation;
  int team = omp_get_num_threads(), mine = __atomic_load_n(&generation, __ATOMIC_ACQUIRE);
  unsigned turns = 0;
  if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == team) {
    __atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
    __atomic_add_fetch(&generation, 1, __ATOMIC_RELEASE);
    return;
  }
  while (__atomic_load_n(&generation, __ATOMIC_ACQUIRE) == mine)
    pause_a_little(&turns);
}

void hold_back(struct timing *timing) {
  unsigned turns = 0;
  while (!__atomic_load_n(&timing->is_over, __ATOMIC_ACQUIRE))
    pause_a_little(&turns);
}

void let_go(struct timing *timing) { __atomic_store_n(&timing->is_over, 1, __ATOMIC_RELEASE); }

/* ---- kernels that are called for each part ---- */

/* Has no probes, here as there. */
static void walk_with_all(void) {
#pragma omp parallel
  walk_memory();
}

static void time_parts(struct timing *timing, void (*kernel)(long)) {
  for (int part = 0; part < SCALE_WARM; ++part) {
    timing_start(timing);
    kernel(timing->executions / SCALE_WARM);
    timing_stop(timing);
  }
}

static void time_each(struct timing *timing, void (*kernel)(void)) {
  for (long k = 0; k < timing->executions; ++k) {
    walk_with_all();
    timing_start(timing);
    kernel();
    timing_stop(timing);
  }
}

static void time_region(struct timing *t) { time_parts(t, region); }
static void time_reduction(struct timing *t) { time_parts(t, reduction); }
static void time_region_cold(struct timing *t) { time_each(t, region_cold); }
static void time_serial(struct timing *t) { time_parts(t, serial); }
static void time_serial_amid(struct timing *t) { time_parts(t, serial_amid); }
static void time_serial_cold(struct timing *t) { time_each(t, serial_cold); }

/* Executions after which all statements with probes have been found too short. */
enum { MEASURED_YET = 8 * 4096 };

static void time_too_short(struct timing *timing) {
  too_short(MEASURED_YET);
  time_parts(timing, too_short);
}

/* serial_amid has been timed before, and its cells are not needed. */
static void time_too_short_amid(struct timing *timing) {
  serial_amid(MEASURED_YET);
  time_parts(timing, serial_amid);
}

static void time_too_short_cold(struct timing *timing) {
  for (long k = 0; k < MEASURED_YET; ++k)
    too_short_cold();
  time_each(timing, too_short_cold);
}

static void time_iterations(struct timing *timing, void (*body)(struct timing *)) {
  for (int part = 0; part < SCALE_WARM; ++part) {
    timing_start(timing);
    iteration(timing->executions / SCALE_WARM, body, timing);
    timing_stop(timing);
  }
}

static void iterate(struct timing *timing) { (void)timing; }
static void iterate_amid(struct timing *timing) { (void)timing, other_work(); }

static void time_iteration(struct timing *timing) { time_iterations(timing, iterate); }
static void time_iteration_amid(struct timing *timing) { time_iterations(timing, iterate_amid); }

/* From the end of one iteration to the begin of the next. */
static void iterate_cold(struct timing *timing) {
  if (timing->since)
    timing_stop(timing);
  walk_memory();
  timing_start(timing);
}

static void time_iteration_cold(struct timing *timing) {
  iteration(timing->executions + 1, iterate_cold, timing);
}

static void time_teams(struct timing *timing, void (*execute)(long, struct timing *)) {
  for (int part = 0; part < SCALE_WARM; ++part)
    execute(timing->executions / SCALE_WARM, timing);
}

static void time_barrier(struct timing *timing) { time_teams(timing, barrier); }
static void time_barrier_apart(struct timing *timing) { time_teams(timing, barrier_apart); }
static void time_single(struct timing *timing) { time_teams(timing, single); }
static void time_shared_loop(struct timing *timing) { time_teams(timing, shared_loop); }
static void time_ordered(struct timing *timing) { time_teams(timing, ordered); }
static void time_dispatched(struct timing *timing) { time_teams(timing, dispatched); }

/* ---- two kernels in one function ---- */

static struct timing second_timing;

static void time_region_one(struct timing *fork) {
  second_timing = *fork;
  region_one(fork, &second_timing);
}

static void time_task(struct timing *creation) {
  second_timing = *creation;
  task(creation, &second_timing);
}

static void time_task_cold(struct timing *creation) {
  second_timing = *creation;
  task_cold(creation, &second_timing);
}

/* ---- all of them ---- */

struct kernel {
  const char *name;
  void (*run)(struct timing *timing);
  /* Executions at first, to warm up and to see how many are enough, and at most: the log of a
   * thread must hold all regions and barriers.  All numbers are multiples of the first.  A part has
   * so many that the probes around it, for a loop or a region, do not count. */
  long few, most;
  const char *second; /* a kernel in the same function; its time is in second_timing */
};

static const struct kernel kernels[] = {
    {"region", time_region, 40 * SCALE_WARM, 4000},
    {"reduction", time_reduction, 40 * SCALE_WARM, 4000},
    {"region_cold", time_region_cold, 1, SCALE_COLD},
    {"region_one_fork", time_region_one, 20, SCALE_PARTS, "region_one_join"},
    {"serial", time_serial, 19 * 8 * SCALE_WARM, 19 * 8 * SCALE_WARM}, /* more are not measured */
    {"serial_amid", time_serial_amid, 19 * 8 * SCALE_WARM, 19 * 8 * SCALE_WARM},
    {"serial_cold", time_serial_cold, 1, SCALE_COLD},
    {"too_short", time_too_short, 8000 * SCALE_WARM, 8000 * SCALE_WARM},
    {"too_short_amid", time_too_short_amid, 800 * SCALE_WARM, 8000 * SCALE_WARM},
    {"too_short_cold", time_too_short_cold, 1, SCALE_COLD},
    {"iteration", time_iteration, 10000 * SCALE_WARM, 1000000},
    {"iteration_amid", time_iteration_amid, 1000 * SCALE_WARM, 1000000},
    {"iteration_cold", time_iteration_cold, 1, SCALE_COLD},
    {"loop", loop, SCALE_WARM, 100000},
    {"loop_cold", loop_cold, 1, SCALE_COLD},
    {"counted", counted, 100 * SCALE_WARM, 100000},
    {"counted_amid", counted_amid, 100 * SCALE_WARM, 100000},
    {"counted_cold", counted_cold, 1, SCALE_COLD},
    {"work", work, SCALE_WARM, 100000},
    {"work_amid", work_amid, SCALE_WARM, 100000},
    {"work_cold", work_cold, 1, SCALE_COLD},
    {"critical", critical, SCALE_WARM, 100000},
    {"critical_amid", critical_amid, SCALE_WARM, 100000},
    {"critical_cold", critical_cold, 1, SCALE_COLD},
    {"critical_sampled", critical_sampled, 100 * SCALE_WARM, 1000000},
    {"other", other, 100 * SCALE_WARM, 1000000},
    {"lock", lock, SCALE_WARM, 100000},
    {"lock_amid", lock_amid, SCALE_WARM, 100000},
    {"lock_cold", lock_cold, 1, SCALE_COLD},
    {"taskwait", taskwait, SCALE_WARM, 100000},
    {"taskwait_amid", taskwait_amid, SCALE_WARM, 100000},
    {"taskwait_cold", taskwait_cold, 1, SCALE_COLD},
    {"barrier", time_barrier, 40 * SCALE_WARM, 8000},
    {"barrier_apart", time_barrier_apart, 40 * SCALE_WARM, 8000},
    {"barrier_cold", barrier_cold, 1, SCALE_COLD},
    {"single", time_single, 40 * SCALE_WARM, 8000},
    {"shared_loop", time_shared_loop, 40 * SCALE_WARM, 8000},
    {"ordered", time_ordered, 40 * SCALE_WARM, 8000},
    {"dispatched", time_dispatched, 40 * SCALE_WARM, 8000},
    {"task_creation", time_task, SCALE_BATCH, SCALE_PARTS *SCALE_BATCH, "task"},
    {"task_creation_cold", time_task_cold, 1, SCALE_COLD, "task_cold"},
};

/* How many executions next, after so many took so long; the same again: they were enough. */
static long enough(const struct kernel *kernel, long executions, uint64_t ns) {
  if (ns >= TARGET_NS / 2)
    return executions;
  uint64_t wanted = ns ? (uint64_t)TARGET_NS * (uint64_t)executions / ns : (uint64_t)kernel->most;
  long next = wanted < (uint64_t)kernel->most ? (long)wanted : kernel->most;
  next -= next % kernel->few;
  return next > executions ? next : executions;
}

int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* The mean of the middle half of the parts stands for all: an interrupted part is longer than all
 * others together. */
static void leave_out_extremes(struct timing *timing) {
  int first = timing->parts / 4, last = timing->parts - first;
  uint64_t sum = 0;
  qsort(timing->part_ns, (size_t)timing->parts, sizeof *timing->part_ns, ascending);
  for (int i = first; i < last; ++i)
    sum += timing->part_ns[i];
  timing->ns = sum * (uint64_t)timing->parts / (uint64_t)(last - first);
}

static void print(const char *name, struct timing *timing) {
  if (timing->parts <= SCALE_PARTS)
    leave_out_extremes(timing);
  printf("kernel %s %ld %llu\n", name, timing->executions, (unsigned long long)timing->ns);
}

static void measure(const struct kernel *kernel) {
  struct timing timing;
  long executions = 0, next = kernel->few;
  do {
    timing = (struct timing){.executions = executions = next};
    kernel->run(&timing);
    next = enough(kernel, executions, timing.ns);
  } while (next > executions);
  print(kernel->name, &timing);
  if (kernel->second)
    print(kernel->second, &second_timing);
}

static void identify(void) {
  int threads = 1;
  print_loaded_runtimes();
#pragma omp parallel
  if (is_first())
    threads = omp_get_num_threads();
  printf("threads %d\n", threads);
}

int main(int argc, char **argv) {
  identify();
  if (argc > 1)
    return strcmp(argv[1], "identify") == 0 ? 0 : 2;
  memset(area, 1, sizeof area); /* pages of its own: all pages of zeroes are the same one */
  prepare();
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i)
    measure(&kernels[i]);
  print_interruptions();
  return 0;
}
