/* SPDX-License-Identifier: Apache-2.0
 *
 * How the operating system shares a processor between two processes that wait for each other:
 *
 *   tare-network turns <seconds> <share>
 *
 * A process that spins keeps a processor that another one wants for so long (median). One that
 * yields as soon as it has the processor takes this share of it from one that works. Nothing is
 * printed where that cannot be measured. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_TURNS = 10000, LEAST_TURNS = 5, TRIALS = 5 };
static const double seconds = 0.4, least_gap = 200e-6; /* other interruptions are shorter */

static double read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Its turns, from one gap in its time to the next; returns how many there were. */
static int spin_until(double end, double *turns) {
  int count = 0;
  double before = read_clock(CLOCK_MONOTONIC), began = before, now;
  while ((now = read_clock(CLOCK_MONOTONIC)) < end) {
    if (now - before > least_gap) {
      if (count < MOST_TURNS)
        turns[count++] = before - began;
      began = now;
    }
    before = now;
  }
  return count;
}

static void yield_until(double end) {
  while (read_clock(CLOCK_MONOTONIC) < end)
    sched_yield();
}

static int rises(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Beside a process on the same processor that spins or yields. Returns the number of turns, or -1;
 * `shares`: processor time of this process and of the other one. */
static int share_with(int yields, double *turns, double *shares) {
  double end = read_clock(CLOCK_MONOTONIC) + seconds;
  double began = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  int status;
  pid_t other = fork();
  if (other < 0)
    return -1;
  if (other == 0) {
    if (yields)
      yield_until(end);
    else
      spin_until(end, turns);
    shares[1] = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    _exit(0);
  }
  int count = spin_until(end, turns);
  shares[0] = read_clock(CLOCK_PROCESS_CPUTIME_ID) - began;
  if (waitpid(other, &status, 0) != other || status != 0)
    return -1;
  return count;
}

void print_turns(void) {
  static double turns[MOST_TURNS];
  cpu_set_t was, here;
  int processor = sched_getcpu();
  double *shares =
      mmap(NULL, 2 * sizeof *shares, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (processor < 0 || processor >= CPU_SETSIZE || shares == MAP_FAILED ||
      sched_getaffinity(0, sizeof was, &was) != 0)
    return;
  CPU_ZERO(&here);
  CPU_SET(processor, &here);
  if (sched_setaffinity(0, sizeof here, &here) != 0)
    return;
  fflush(stdout); /* the other process has a copy of what is not written yet */
  int count = 0;
  for (int i = 0; i < TRIALS && count >= 0 && count < LEAST_TURNS; ++i) /* on a busy machine */
    count = share_with(0, turns, shares);
  if (count >= LEAST_TURNS) {
    qsort(turns, (size_t)count, sizeof *turns, rises);
    double turn = turns[count / 2];
    if (share_with(1, turns, shares) >= 0 && turn > 1e-5)
      printf("tare-network turns %.4e %.4f\n", turn, shares[1] / (shares[0] + shares[1]));
  }
  sched_setaffinity(0, sizeof was, &was);
}
