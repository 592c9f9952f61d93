/* SPDX-License-Identifier: Apache-2.0
 *
 * Times of windows. All threads of a team run through here side by side; the leader reads the
 * clock.
 */
#define _GNU_SOURCE
#include "coupling.h"
#include "repeat.h"

#include <time.h>

enum { most_repetitions = 40, fewest_repetitions = 3, warm_up = 2, most_in_block = 8 };
static const double shortest_s = 1e-3; /* of a window's executions in one repetition */

/* What the leader decided, for all threads. */
static unsigned shared_executions, shared_repetitions;
static int is_short[TARE_WINDOWS]; /* there is time to look for a drift */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* What two readings of the clock take by themselves. */
static double clockCost(void) {
  static double known = -1;
  if (known >= 0)
    return known;
  double least = 1;
  for (int i = 0; i < 100; ++i) {
    double since = now(), cost = now() - since;
    least = cost < least ? cost : least;
  }
  return known = least;
}

/* Executions between two readings of the clock. Few, so that values stay near those of the program:
 * repeated often, a kernel on its own results may end in numbers that are slow to compute with. */
static unsigned blockOf(const struct tare_window *window, unsigned executions) {
  return window->restored                            ? 1
         : tare_copies && executions > most_in_block ? most_in_block
                                                     : executions;
}

/* Seconds of at least `executions` of a window, divided by their number; for the leader. */
static double timed(const struct tare_window *window, unsigned executions) {
  double sum = 0, clock_cost = clockCost();
  unsigned block = blockOf(window, executions), turns = (executions + block - 1) / block;
  for (unsigned turn = 0; turn < turns; ++turn) {
    tare_put_back(window->first);
    if (window->restored) {
      if (tare_is_leader())
        tare_snapshot_touch();
    } else { /* untimed: the data are then where this window leaves them */
      for (unsigned i = 0; i < warm_up; ++i)
        tare_run_window(window);
    }
    tare_meet();
    double since = now();
    for (unsigned i = 0; i < block; ++i)
      tare_run_window(window);
    tare_meet();
    double time = now() - since - clock_cost;
    sum += time > 1e-9 ? time : 1e-9;
  }
  return sum / (turns * block);
}

/* Seconds that one repetition of all windows takes. */
static double wallOf(const double *once, const double *overhead, unsigned executions) {
  double sum = 0;
  for (unsigned i = 0; i < tare_window_count; ++i) {
    unsigned block = blockOf(&tare_windows[i], executions),
             turns = (executions + block - 1) / block;
    sum += turns * (overhead[i] + block * once[i]);
  }
  return sum;
}

/* So many executions that the shortest window is longer than what a clock can tell; so many
 * repetitions as there is time for. The same number for all windows, as the paper has it. */
static void decide(const double *once, const double *overhead) {
  double shortest = once[0];
  for (unsigned i = 0; i < tare_window_count; ++i)
    shortest = once[i] < shortest ? once[i] : shortest;
  double wanted = shortest_s / (shortest > 1e-8 ? shortest : 1e-8);
  unsigned executions = wanted < 1 ? 1 : wanted > 100000 ? 100000 : (unsigned)wanted;
  while (executions > 1 && wallOf(once, overhead, executions) * 5 > tare_coupling.seconds)
    executions /= 2;
  if (executions > most_in_block)
    executions -= executions % most_in_block;
  double repetitions = tare_coupling.seconds / wallOf(once, overhead, executions);
  shared_executions = executions;
  shared_repetitions = repetitions < fewest_repetitions ? fewest_repetitions
                       : repetitions > most_repetitions ? most_repetitions
                                                        : (unsigned)repetitions;
}

/* The ratio of the last execution of a block to its first, the best of a few of each: a kernel may
 * do the same on its own results and take longer, where numbers become very small. */
static double driftOf(const struct tare_window *window) {
  double first = 1e30, last = 1e30;
  for (unsigned trial = 0; trial < 5; ++trial) {
    tare_put_back(window->first);
    for (unsigned i = 0; i < warm_up + most_in_block; ++i) {
      tare_meet();
      double since = now();
      tare_run_window(window);
      tare_meet();
      double time = now() - since;
      if (i == warm_up && time < first)
        first = time;
      if (i + 1 == warm_up + most_in_block && time < last)
        last = time;
    }
  }
  return last / first;
}

static void sayDrifts(void) {
  for (unsigned i = 0; i < tare_window_count; ++i) {
    if (tare_windows[i].restored || !tare_copies || !is_short[i])
      continue;
    double drift = driftOf(&tare_windows[i]);
    if (tare_is_leader())
      tare_say("drift\t%u\t%u\t%.6f\n", tare_windows[i].first, tare_windows[i].length, drift);
  }
}

void tare_time_windows(void) {
  static double once[TARE_WINDOWS], overhead[TARE_WINDOWS], seconds[TARE_WINDOWS];
  for (unsigned i = 0; i < tare_window_count; ++i) {
    double since = now(), time = timed(&tare_windows[i], 1);
    if (tare_is_leader()) {
      once[i] = time;
      overhead[i] = now() - since - time;
    }
  }
  tare_meet();
  if (tare_is_leader()) {
    decide(once, overhead);
    for (unsigned i = 0; i < tare_window_count; ++i)
      is_short[i] =
          once[i] * 5 * (warm_up + most_in_block) * tare_window_count < tare_coupling.seconds;
    tare_say("executions\t%u\n", shared_executions);
  }
  tare_meet();
  sayDrifts();
  for (unsigned repetition = 0; repetition < shared_repetitions; ++repetition) {
    for (unsigned i = 0; i < tare_window_count; ++i) { /* another one begins each time */
      unsigned window = (i + repetition) % tare_window_count;
      double time = timed(&tare_windows[window], shared_executions);
      if (tare_is_leader())
        seconds[window] = time;
    }
    if (!tare_is_leader())
      continue;
    tare_say("repetition");
    for (unsigned i = 0; i < tare_window_count; ++i)
      tare_say("\t%.9e", seconds[i]);
    tare_say("\n");
  }
}
