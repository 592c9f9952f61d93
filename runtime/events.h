/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened when to tasks and locks, in units that are built with events.  A thread writes them
 * into a block of fixed size; the first one that is full ends them for all: what is complete until
 * then counts.
 */
#ifndef TARE_EVENTS_H
#define TARE_EVENTS_H

#include "state.h"

void tare_events_make(struct tare_thread *thread);

/* Probes, as tare_abi.h describes them. */
unsigned long tare_event(struct tare_module *module, unsigned int node, unsigned int what,
                         unsigned long object, unsigned int detail);
void tare_task_known(struct tare_task *task, unsigned long number);

/* A task that is known leaves its thread, for good or for a while, and comes back. */
void tare_task_left(struct tare_thread *thread, uint64_t number, uint64_t outer, uint64_t tick,
                    uint32_t node, int is_over);
uint64_t tare_task_back(struct tare_thread *thread, uint64_t number);

#endif
