/* SPDX-License-Identifier: Apache-2.0
 *
 * What a call did, as parts of its record: the rows of functions.def say it by these.
 */
#ifndef TARE_PARTS_H
#define TARE_PARTS_H

#include "requests.h"

/* ---- bytes ---- */

uint64_t tare_bytes(int count, MPI_Datatype type);
uint64_t tare_bytes_v(int n, const int *counts, MPI_Datatype type);
uint64_t tare_bytes_w(int n, const int *counts, const MPI_Datatype *types);

/* ---- messages: with a request, or null ---- */

void tare_send(struct tare_mpi_call *call, MPI_Request *request, enum tare_mf_mode mode, int count,
               MPI_Datatype type, int peer, int tag, MPI_Comm comm);
void tare_post(struct tare_mpi_call *call, MPI_Request *request, int count, MPI_Datatype type,
               int source, int tag, MPI_Comm comm);
void tare_received(struct tare_mpi_call *call, MPI_Comm comm, const MPI_Status *status);
void tare_probed(struct tare_mpi_call *call, MPI_Comm comm, const MPI_Message *message,
                 const MPI_Status *status);
/* `message`: as it was before the call. Null status: of MPI_Imrecv. */
void tare_taken(struct tare_mpi_call *call, MPI_Message message, MPI_Message *stored,
                MPI_Request *request, int count, MPI_Datatype type, const MPI_Status *status);

/* Persistent ones: made, and started. */
void tare_send_init(struct tare_mpi_call *call, MPI_Request *request, enum tare_mf_mode mode,
                    int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm);
void tare_receive_init(struct tare_mpi_call *call, MPI_Request *request, int count,
                       MPI_Datatype type, int source, int tag, MPI_Comm comm);
void tare_started(struct tare_mpi_call *call, int n, MPI_Request *requests);

/* ---- requests: `request` as it was before the call, which stood in `stored` ---- */

void tare_ended(struct tare_mpi_call *call, MPI_Request request, const MPI_Request *stored,
                const MPI_Status *status);
void tare_freed(struct tare_mpi_call *call, MPI_Request request, const MPI_Request *stored);
void tare_cancelled(struct tare_mpi_call *call, MPI_Request request, const MPI_Request *stored);

/* ---- collectives ---- */

/* This rank's side of one. */
struct tare_side {
  struct tare_comm *comm;
  int n;       /* those that it exchanges with: all, or the other group */
  int own;     /* members of its group */
  int rank;    /* its own in that */
  int is_root; /* of one with a root ... */
  int is_leaf; /* ... which it serves, or that serves it; both within one group */
};
struct tare_side tare_side_of(struct tare_mpi_call *call, MPI_Comm comm, int root);
/* The same, of a neighbourhood: n are those that send to it, own those that it sends to. */
struct tare_side tare_neighbours_of(struct tare_mpi_call *call, MPI_Comm comm);

enum { TARE_NO_ROOT = -1000 }; /* no constant of MPI */

void tare_collective(struct tare_mpi_call *call, MPI_Request *request, const struct tare_side *side,
                     enum tare_mf_shape shape, int root, uint64_t sent, uint64_t received);

/* Collective for all members of `on`, without data. */
void tare_meeting(struct tare_mpi_call *call, MPI_Comm on, enum tare_mf_shape shape);

/* ---- communicators ---- */

void tare_comm_made(struct tare_mpi_call *call, MPI_Comm parent, MPI_Comm made);
/* By its members alone: they meet on the new one. Null parent: none that all of them know. */
void tare_comm_made_apart(struct tare_mpi_call *call, const MPI_Comm *parent, int tag,
                          MPI_Comm made);
void tare_duplicated(struct tare_mpi_call *call, MPI_Comm parent, MPI_Comm *made,
                     MPI_Request *request);
struct tare_comm *tare_comm_freeing(const MPI_Comm *comm);  /* before the call, without the lock */
void tare_comm_left(int result, struct tare_comm *freeing); /* after it, likewise */

void tare_not_modelled(struct tare_mpi_call *call);

/* ---- what a wrapper keeps while MPI works ---- */

enum { TARE_FEW = 32 };

/* The handles: MPI overwrites them. */
struct tare_watched {
  int count;
  MPI_Request *requests;
  MPI_Request few[TARE_FEW];
};
void tare_watch(struct tare_watched *watched, int count, const MPI_Request *requests);
void tare_watch_end(struct tare_watched *watched);

/* Statuses where the program wants none. */
struct tare_statuses {
  MPI_Status *more; /* to be freed */
  MPI_Status few[TARE_FEW];
};
MPI_Status *tare_statuses_for(struct tare_statuses *own, int count, MPI_Status *given);
void tare_statuses_end(struct tare_statuses *own);

#endif
