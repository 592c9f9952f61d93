/* SPDX-License-Identifier: Apache-2.0
 *
 * A switch for tests of the compensation: probes that take longer than they have to.
 *
 *   TARE_SLOW_PROBES=constant:NS   every probe waits so many nanoseconds before it does its work
 *                    random:NS     from 0 to twice as many, each as likely
 *                    thrash:LINES  reads so many cache lines, at random places of 8 MiB
 *
 * Not so the probes of iterations that are samples: those are few, and by time.
 * `tare calibrate` sees what a probe costs then; nothing else is told.
 */
#ifndef TARE_SLOW_H
#define TARE_SLOW_H

#include "runtime/tare_abi.h"

/* What the environment asks for, once, at the start. Text that is not understood is said, and probes
 * stay what they are. */
void tare_slow_remember(void);

/* The same probes, or slow ones. */
const struct tare_probes *tare_slow(const struct tare_probes *probes);

#endif
