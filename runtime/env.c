/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "env.h"

#include "rank.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

int tare_env_secure(void) { return getauxval(AT_SECURE) != 0; }

/* A whole decimal number up to `limit`, else `otherwise`. */
static uint64_t number(const char *text, uint64_t limit, uint64_t otherwise) {
  uint64_t value = 0;
  if (!text || !*text)
    return otherwise;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9' || value > (limit - (uint64_t)(*text - '0')) / 10)
      return otherwise;
    value = value * 10 + (uint64_t)(*text - '0');
  }
  return value;
}

int tare_env_enabled(void) {
  const char *text = getenv("TARE_ENABLE");
  return !text || strcmp(text, "0") != 0;
}

/* As it was when the program started: some clear their environment. */
static struct {
  char output[PATH_MAX], temporary[PATH_MAX];
  enum tare_stage_wish stage;
  char budget[64], probe_costs[64];
  uint64_t log_mib, events_mib, messages_mib;
  uint32_t threads;
} remembered;

/* Empty: not set. A text that does not fit becomes "?", which is never valid. */
static void remember(char *to, size_t size, const char *text) {
  snprintf(to, size, "%s", text && strlen(text) >= size ? "?" : text ? text : "");
}

/* A relative name counts from the folder where the program was started: the program may change its
 * folder before its first region. */
static void rememberFolder(char *to, size_t size, const char *folder) {
  size_t length = 0;
  if (*folder != '/' && getcwd(to, size)) {
    length = strlen(to);
    if (length + 1 + strlen(folder) < size && to[length - 1] != '/')
      to[length++] = '/';
    if (length + strlen(folder) >= size)
      length = 0;
  }
  snprintf(to + length, size - length, "%s", folder);
}

/* A GiB for all threads together: where each core has one. */
static uint64_t eventsMib(void) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  uint64_t mib = cores > 2 ? 1024 / (uint64_t)cores : 512;
  return mib > 32 ? mib : 32;
}

void tare_env_remember(void) {
  const char *text = getenv("TARE_OUTPUT_DIR");
  rememberFolder(remembered.output, sizeof remembered.output,
                 text && *text ? text : "tare-results");
  text = getenv("TMPDIR");
  rememberFolder(remembered.temporary, sizeof remembered.temporary, text && *text ? text : "/tmp");
  remembered.stage = tare_stage_wish(getenv("TARE_STAGE"));
  remember(remembered.budget, sizeof remembered.budget, getenv("TARE_BUDGET"));
  remember(remembered.probe_costs, sizeof remembered.probe_costs, getenv("TARE_PROBE_COSTS"));
  remembered.log_mib = number(getenv("TARE_LOG_MIB"), 1024, 8);
  remembered.events_mib = number(getenv("TARE_EVENTS_MIB"), 4096, eventsMib());
  remembered.messages_mib = number(getenv("TARE_MESSAGES_MIB"), 1 << 20, 64);
  remembered.threads = (uint32_t)number(getenv("TARE_THREADS"), 1 << 20, 0);
}

const char *tare_env_output(void) { return remembered.output; }
const char *tare_env_temporary(void) { return remembered.temporary; }
enum tare_stage_wish tare_env_stage(void) { return remembered.stage; }

static const char *unlessEmpty(const char *text) { return *text ? text : NULL; }
const char *tare_env_budget(void) { return unlessEmpty(remembered.budget); }
const char *tare_env_probe_costs(void) { return unlessEmpty(remembered.probe_costs); }

uint32_t tare_env_threads(void) { return remembered.threads; }

uint64_t tare_env_log_bytes(void) { return remembered.log_mib << 20; }
uint64_t tare_env_events_bytes(void) { return remembered.events_mib << 20; }
uint64_t tare_env_message_bytes(void) { return remembered.messages_mib << 20; }

/* ---- the rank ---- */

int32_t tare_env_rank(void) { return tare_rank(); }

int32_t tare_env_ranks(void) {
  int32_t ranks = tare_ranks();
  return ranks > 0 ? ranks : -1;
}

/* ---- the job ---- */

void tare_env_job(char *to, size_t size) {
  static const char *const names[][2] = {
      {"slurm", "SLURM_JOB_ID"}, {"flux", "FLUX_JOB_ID"}, {"pbs", "PBS_JOBID"},
      {"lsf", "LSB_JOBID"},      {"sge", "JOB_ID"},
  };
  *to = 0;
  for (unsigned i = 0; i < sizeof names / sizeof *names; ++i) {
    const char *id = getenv(names[i][1]);
    if (!id || !*id || (i == 4 && !getenv("SGE_TASK_ID")))
      continue;
    const char *step = i == 0 && tare_is_slurm_step() ? getenv("SLURM_STEP_ID") : NULL;
    snprintf(to, size, "%s %s%s%s", names[i][0], id, step ? "." : "", step ? step : "");
    return;
  }
}

void tare_say(const char *a, const char *b, const char *c) {
  const char *parts[] = {"tare: ", a, b, c};
  char line[PATH_MAX + 512];
  size_t length = 0;
  for (unsigned i = 0; i < 4; ++i) {
    size_t part = parts[i] ? strlen(parts[i]) : 0;
    if (part > sizeof line - 1 - length)
      part = sizeof line - 1 - length;
    if (part)
      memcpy(line + length, parts[i], part);
    length += part;
  }
  line[length++] = '\n';
  int kept = errno;
  ssize_t written = write(2, line, length);
  (void)written;
  errno = kept;
}
