/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that the runtime reads from the environment, and its one voice on stderr.
 */
#ifndef TARE_ENV_H
#define TARE_ENV_H

#include "network.h"

#include <stddef.h>
#include <stdint.h>

/* 1: a program with more rights than its user; TARE_* is ignored and nothing is written. */
int tare_env_secure(void);
void tare_env_remember(void);              /* once, before the program can change it */
int tare_env_enabled(void);                /* TARE_ENABLE=0 */
const char *tare_env_output(void);         /* TARE_OUTPUT_DIR, or tare-results */
const char *tare_env_temporary(void);      /* TMPDIR, or /tmp */
enum tare_stage_wish tare_env_stage(void); /* TARE_STAGE */
const char *tare_env_budget(void);         /* TARE_BUDGET; null: not set */
const char *tare_env_probe_costs(void);    /* TARE_PROBE_COSTS; likewise */
uint64_t tare_env_log_bytes(void);         /* TARE_LOG_MIB of one thread; 0: no log */
uint64_t tare_env_events_bytes(void);      /* TARE_EVENTS_MIB of one thread; 0: none */
uint32_t tare_env_threads(void);           /* TARE_THREADS: p of whoever weighs; 0: not said */
uint64_t tare_env_message_bytes(void);     /* TARE_MESSAGES_MIB of this rank; 0: only sums */

/* What the launcher says: of MPI, PMI, PMIx, Slurm, Flux or PALS. A plain program in a batch script
 * is no rank. */
int32_t tare_env_rank(void);              /* -1: none */
int32_t tare_env_ranks(void);             /* of the job or step; -1: none, or not told */
void tare_env_job(char *to, size_t size); /* "slurm 1234.0"; empty: none is known */

/* "tare: <a><b><c>\n" in one write. Parts may be null. */
void tare_say(const char *a, const char *b, const char *c);

#endif
