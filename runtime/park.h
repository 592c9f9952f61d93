/* SPDX-License-Identifier: Apache-2.0
 *
 * Workers that have finished a region and may still run tasks of it.
 *
 *   region_finish -> parked <-> open again, for each task -> region_start of the next region
 *
 * A parked worker costs its region nothing: what it does not spend in tasks is waiting, which the
 * area of the team tells.
 */
#ifndef TARE_PARK_H
#define TARE_PARK_H

#include "state.h"

/* After the worker's frame was popped. */
void tare_park(struct tare_thread *thread, const struct tare_open *region);

/* The calling thread's region is open again from `*tick` on, if it is parked in one that its master
 * has not joined yet; else null. `*tick` is now, and later where the run queue had to be read. */
struct tare_thread *tare_unpark(uint64_t *tick);

/* The task on it began, and one had been ready for so many ticks. */
void tare_park_fetched(struct tare_thread *thread, uint64_t ticks);

/* Parked again, at the thread's last transition, when nothing is left on its stack. */
void tare_park_again(struct tare_thread *thread);

/* Tells the log of the tasks since region_finish; the thread is not parked any more. */
void tare_park_end(struct tare_thread *thread);

#endif
