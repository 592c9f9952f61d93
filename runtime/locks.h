/* SPDX-License-Identifier: Apache-2.0
 *
 * Which acquisitions of a lock have probes. A section of some ten nanoseconds is much longer with
 * its probes, and then these decide who waits for whom. So a thread measures one of many, and all
 * others only count: the queue is the plain program's.
 *
 * lock_first, lock_again: how many acquisitions until the one that is measured, from 1; 0: none is.
 * lock_passed: the construct that counts them ends; it acquired the lock so often, and the next one
 * would have been that.
 */
#ifndef TARE_LOCKS_H
#define TARE_LOCKS_H

#include "state.h"

unsigned long tare_lock_first(struct tare_module *module, unsigned int node);
unsigned long tare_lock_again(struct tare_module *module, unsigned int node);
void tare_lock_passed(struct tare_module *module, unsigned int node, unsigned long acquired,
                      unsigned long next);

#endif
