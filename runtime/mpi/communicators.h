/* SPDX-License-Identifier: Apache-2.0
 *
 * Communicators of this rank, and whom their ranks are in MPI_COMM_WORLD. Under the lock.
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
  int rank;          /* of this process in it */
  int own;           /* members of its group */
  int peers;         /* members of the group that messages go to: at the other end, if is_inter */
  int32_t *world;    /* of each peer; null: the same number */
  uint64_t shared;   /* as in tare_mf_communicator */
  uint64_t created;  /* communicators that all its members have made of it */
  uint64_t meetings; /* collectives on it so far (delays.h) */
  uint64_t users;    /* requests that end later */
  int in, out;       /* neighbours; -1: not asked yet */
  int is_freed;
};

/* What all members call a communicator follows from how it was made: nothing is sent, since a
 * program may have ranks without this library. */
struct tare_comm_origin {
  enum {
    TARE_COMM_NAMED,     /* `seed` is the name */
    TARE_COMM_OF_PARENT, /* and its first member */
    TARE_COMM_OF_MEMBERS /* all its members, and how many such ones there were */
  } kind;
  uint64_t seed;
};
/* Of the next one that all members of `parent` make; each call of theirs counts. */
struct tare_comm_origin tare_comm_next_of(struct tare_comm *parent);
/* Of one that its members alone make. `parent` may be null. */
struct tare_comm_origin tare_comm_among_members(const struct tare_comm *parent, int tag);

/* MPI has begun. */
void tare_comm_begin(struct tare_mpi_call *call);

/* Never null but where there is no memory. An unknown one was made by a function that is not
 * recorded, and is written first. */
struct tare_comm *tare_comm_of(struct tare_mpi_call *call, MPI_Comm comm);

/* Writes it. Null: MPI_COMM_NULL, or no memory. */
struct tare_comm *tare_comm_add(struct tare_mpi_call *call, MPI_Comm comm,
                                struct tare_comm_origin origin);

/* Its handle may be given again from now on; not before its last request has ended is it gone. */
struct tare_comm *tare_comm_forget(MPI_Comm comm);
void tare_comm_restore(struct tare_comm *comm); /* it could not be freed */
void tare_comm_release(struct tare_comm *comm); /* when it was freed, and after each request */

/* World rank, or TARE_MF_*. `rank` as the program says it. */
int32_t tare_comm_peer(const struct tare_comm *comm, int rank);

#endif
