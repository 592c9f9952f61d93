/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests that have not ended, and messages that a probe has matched, by their handles. Under the
 * lock.
 *
 * A handle may be given again while a thread is still on its way back from the call that ended it,
 * and MPI may give all sends that ended at once the same one: the newest that was there before the
 * call is meant, and among those the one that was stored where the program has it now.
 */
#ifndef TARE_REQUESTS_H
#define TARE_REQUESTS_H

#include "communicators.h"

/* A collective that takes longer (delays.h). */
struct tare_delayed_meeting {
  uint64_t ordinal; /* of its communicator, from 1; 0: it does not */
  uint64_t bytes;   /* that this rank sends or receives */
  uint32_t shape;   /* enum tare_mf_shape */
  int root;         /* in the communicator */
  int is_alltoall;
};

enum tare_request_kind {
  TARE_REQUEST_SEND,
  TARE_REQUEST_RECEIVE,
  TARE_REQUEST_COLLECTIVE,
  TARE_REQUEST_MESSAGE /* of MPI_Mprobe */
};

struct tare_request {
  struct tare_request *next;
  uintptr_t handle;
  const void *stored; /* where the program got it */
  uint64_t made;      /* number of requests at its birth */
  uint64_t number;    /* as recorded; 0: persistent, and not started */
  struct tare_comm *comm;
  int32_t peer, tag; /* as recorded */
  uint64_t bytes;
  uint32_t mode; /* enum tare_mf_mode */
  uint8_t kind;  /* enum tare_request_kind */
  uint8_t is_persistent, is_cancelled;
  uint64_t began_ns;                   /* of delays.h: the call that sends, posts or enters */
  struct tare_delayed_meeting meeting; /* of a collective */
  MPI_Comm *duplicate;            /* of MPI_Comm_idup: where the new one is when it has ended */
  struct tare_comm_origin origin; /* ... and its name */
};

/* Zeroed but for handle, stored, made, kind and comm. Null: no memory. */
struct tare_request *tare_request_add(uintptr_t handle, const void *stored,
                                      enum tare_request_kind kind, struct tare_comm *comm);
/* The same, of what MPI gave the program. Null also where that is no request. */
static inline struct tare_request *
tare_request_of(const MPI_Request *given, enum tare_request_kind kind, struct tare_comm *comm) {
  return *given == MPI_REQUEST_NULL ? NULL : tare_request_add((uintptr_t)*given, given, kind, comm);
}
/* Null: not known. `before`: numbers given when the call began. */
struct tare_request *tare_request_find(uintptr_t handle, const void *stored,
                                       enum tare_request_kind kind, uint64_t before);
void tare_request_remove(struct tare_request *request);

static inline uint64_t tare_request_number(void) {
  return __atomic_add_fetch(&tare_messages.requests, 1, __ATOMIC_RELAXED);
}

#endif
