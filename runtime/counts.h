/* SPDX-License-Identifier: Apache-2.0
 *
 * What the system and the processor count while a process runs: page faults, context switches,
 * migrations, and where hardware counters may be read, instructions and cycles. Outside of every
 * timed state: read when the window opens and after it has closed.
 */
#ifndef TARE_COUNTS_H
#define TARE_COUNTS_H

#include "profile_format.h"

/* Counters are inherited by the threads that are made after this. */
void tare_counts_begin(void);

/* Fills the counts of `window`; UINT64_MAX where this machine does not tell. */
void tare_counts_end(struct tare_pf_window *window);

#endif
