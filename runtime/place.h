/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a thread is, for the library of messages (mpi/place_abi.h).
 */
#ifndef TARE_PLACE_H
#define TARE_PLACE_H

#include "mpi/place_abi.h"

/* Of the calling thread: the innermost construct of the region, or the statement of serial code,
 * that it is in. Any thread, at any time; takes no lock. */
void tare_place_of(struct tare_place *place);

/* Tells the library of messages, if the process has it, whom to ask. Without a lock of ours: the
 * loader's, which this takes, may be held by a thread that waits for us. */
void tare_place_offer(void);

/* The profile is closed, and at its place: the library of messages may take its time now. */
void tare_place_end(void);

#endif
