/* SPDX-License-Identifier: Apache-2.0
 *
 * Communicators of this rank, and whom their ranks are in MPI_COMM_WORLD. Under the lock, but for
 * tare_comm_agree.
 */
#ifndef TARE_COMMUNICATORS_H
#define TARE_COMMUNICATORS_H

#include "messages.h"

#include <mpi.h>

struct tare_comm {
  struct tare_comm *next;
  uintptr_t handle;
  uint32_t id; /* from 1 */
  int is_inter;
  int rank;        /* of this process in it */
  int own;         /* members of its group */
  int peers;       /* members of the group that messages go to: at the other end, if is_inter */
  int32_t *world;  /* of each peer; null: the same number */
  uint64_t shared; /* as in tare_mf_communicator */
  uint64_t idups;  /* made of it by MPI_Comm_idup */
  uint64_t users;  /* requests that end later */
  int in, out;     /* neighbours; -1: not asked yet */
  int is_freed;
};

/* MPI has begun. */
void tare_comm_begin(struct tare_call *call);

/* Never null but where there is no memory. An unknown one was made by a function that is not
 * recorded, and is written first. */
struct tare_comm *tare_comm_of(struct tare_call *call, MPI_Comm comm);

/* What all members call a new communicator: the first member tells them. 0: there is none. All of
 * them are in the function that makes it, so that this waits for nobody else. Without the lock. */
uint64_t tare_comm_agree(int result, const MPI_Comm *made);
/* The same without messages, for MPI_Comm_idup: the order of its calls is the same for all. */
uint64_t tare_comm_derive(struct tare_comm *parent);

/* Writes it. Null: MPI_COMM_NULL, or no memory. */
struct tare_comm *tare_comm_add(struct tare_call *call, MPI_Comm comm, uint64_t shared);

/* Its handle may be given again from now on; not before its last request has ended is it gone. */
struct tare_comm *tare_comm_forget(MPI_Comm comm);
void tare_comm_restore(struct tare_comm *comm); /* it could not be freed */
void tare_comm_release(struct tare_comm *comm); /* when it was freed, and after each request */

/* World rank, or TARE_MF_*. `rank` as the program says it. */
int32_t tare_comm_peer(const struct tare_comm *comm, int rank);

#endif
