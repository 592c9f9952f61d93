/* SPDX-License-Identifier: Apache-2.0
 *
 * The budget: which instances of outermost regions are skipped, so that probes take no more than a
 * share of the threads' time.
 *
 *   region (fork) -> [budget]: measured, or skipped
 *   segment, team, region -> what the probes of an instance took -> [budget] -> plan
 *   segment (region's last sentence) <- [budget]: what a measured instance stands for
 *
 * The first instance of each region is measured.  The others form rows, and one of each row is
 * measured, chosen by chance: every k-th one would favour a period of the program.  A plan sets the
 * length of each region's rows until the next plan.  All regions together spend what they may, and
 * none spends more than others that need as much.  A few instances of a costly region are always
 * skipped: how much longer measured ones take is worth more than counts.
 */
#ifndef TARE_BUDGET_H
#define TARE_BUDGET_H

#include "profile_format.h"

#include <stdint.h>

enum { TARE_ROW_MOST = 1 << 20 };

/* How long the last instances took on the initial thread, in ticks. */
struct tare_spans {
  double mean, deviation;    /* mean absolute */
  uint32_t count;            /* in the means; up to as many as are remembered */
  uint32_t fresh;            /* not in them yet */
  uint64_t sum, off, middle; /* fresh ones: spans, and their distances from `middle` */
};

/* One region. All but `told` is the initial thread's alone. */
struct tare_budgeted {
  uint64_t told;                 /* ticks of probes that are not booked yet; any thread adds */
  uint64_t forks, forks_then;    /* instances; at the last plan */
  uint64_t measured;             /* instances that were measured */
  double mean;                   /* ticks of probes in the last instances, on all threads */
  double counted;                /* the part of `mean` that was counted */
  struct tare_spans spans[2];    /* skipped instances; measured ones */
  uint32_t explores;             /* some are skipped to see how long they take */
  uint32_t tells;                /* threads report what the current instance takes */
  uint64_t asleep, asleep_count; /* skipped since the last measured and logged one */
  double demand;                 /* ticks that probes would take until the next plan */
  uint32_t row;                  /* instances in each row from the next one on */
  uint32_t left;                 /* in this row */
  uint32_t place;                /* the instance with so many left is measured */
  struct tare_budgeted *next;
};

struct tare_budget {
  uint32_t ppm; /* of the threads' time; 0: no budget */
  double share; /* the same in ticks for each tick that passes */
  double entry_ns, segment_ns, region_ns;
  uint64_t entry, segment, region; /* ticks: a slot's entry; a segment; a thread in a region */
  uint64_t start;                  /* tick of the window's */
  uint64_t second;                 /* ticks */
  uint32_t threads;
  uint64_t spent, slept; /* ticks of probes: in measured, in skipped instances */
  uint64_t planned, plan_until,
      plan_spent;  /* ticks: made; valid until then; until so much is spent */
  uint64_t random; /* state of the generator */
  struct tare_budgeted *regions;
};
extern struct tare_budget tare_budget;

/* Reads the environment: "2%"; "entry,segment,region" in ns.  Null: nothing is asked for.  Any
 * other text is reported on stderr. */
void tare_budget_ask(struct tare_budget *budget, const char *share, const char *costs);

/* The window began at `start`. */
void tare_budget_begin(struct tare_budget *budget, uint64_t start, uint32_t threads,
                       uint64_t ticks_per_ms, uint64_t seed);

/* A region is met for the first time. */
void tare_budget_add(struct tare_budget *budget, struct tare_budgeted *region);

/* The entry of a node of a module, which has so many; null: no memory, so measure. */
struct tare_budgeted *tare_budget_region(uint32_t module, uint32_t node_count, uint32_t node);

/* An instance begins. 1: skip it. Sets *slow when a plan was made. */
int tare_budget_leaves_out(struct tare_budget *budget, struct tare_budgeted *region, uint64_t now,
                           int *slow);

/* An instance is over: a measured one, on which all threads have reported, or a skipped one.  Its
 * probes took what is counted or, if that is more, the time by which it exceeds skipped ones. */
void tare_budget_measured(struct tare_budget *budget, struct tare_budgeted *region, uint64_t span);
void tare_budget_skipped(struct tare_budget *budget, struct tare_budgeted *region, uint64_t span);

/* The most that each region may spend so that all together spend `may`. */
double tare_budget_level(const struct tare_budgeted *regions, double may);

/* What a measured and logged instance stands for, once; 0: nothing. */
int tare_budget_stands_for(struct tare_budgeted *region, uint32_t node,
                           struct tare_pf_spent *record);

void tare_budget_forget(void); /* in a forked child */

/* Any thread. */
static inline void tare_budget_tell(struct tare_budgeted *region, uint64_t ticks) {
  __atomic_fetch_add(&region->told, ticks, __ATOMIC_RELAXED);
}

#endif
