/* SPDX-License-Identifier: Apache-2.0 */
#include "rank.h"

#include <stdlib.h>
#include <string.h>

static const struct names {
  const char *rank, *ranks;
} launchers[] = {
#define TARE_LAUNCHER(RANK, RANKS) {RANK, RANKS},
#include "launchers.def"
#undef TARE_LAUNCHER
};

/* -1: no such variable, or no such number. */
static int32_t numberIn(const char *name) {
  const char *text = name ? getenv(name) : NULL;
  if (!text || *text < '0' || *text > '9')
    return -1;
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  return *end || value > INT32_MAX ? -1 : (int32_t)value;
}

/* In a batch script each program has SLURM_PROCID 0, whatever starts it: only a step has ranks. */
int tare_is_slurm_step(void) {
  const char *step = getenv("SLURM_STEP_ID");
  if (!step)
    step = getenv("SLURM_STEPID");
  return step && *step >= '0' && *step <= '9' && strlen(step) < 9;
}

/* Null: no launcher is known, or Slurm. */
static const struct names *launcher(void) {
  for (unsigned i = 0; i < sizeof launchers / sizeof *launchers; ++i)
    if (numberIn(launchers[i].rank) >= 0)
      return &launchers[i];
  return NULL;
}

int32_t tare_rank(void) {
  const struct names *names = launcher();
  if (names)
    return numberIn(names->rank);
  return tare_is_slurm_step() ? numberIn("SLURM_PROCID") : -1;
}

static int32_t slurmRanks(void) {
  int32_t ranks = numberIn("SLURM_STEP_NUM_TASKS");
  return ranks > 0 ? ranks : numberIn("SLURM_NTASKS");
}

int32_t tare_ranks(void) {
  const struct names *names = launcher();
  int32_t ranks = names ? numberIn(names->ranks) : -1;
  if (ranks <= 0 && tare_is_slurm_step())
    ranks = slurmRanks();
  return ranks > tare_rank() ? ranks : 0;
}
