/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of calls that several ranks make together (parts.h).
 */
#include "parts.h"

#include "delays.h"

/* ---- collectives ---- */

struct tare_side tare_side_of(struct tare_mpi_call *call, MPI_Comm handle, int root) {
  struct tare_comm *comm = tare_comm_of(call, handle);
  if (!comm)
    return (struct tare_side){.comm = NULL};
  int is_root = comm->is_inter ? root == MPI_ROOT : root == comm->rank;
  int is_leaf = !comm->is_inter || root >= 0;
  return (struct tare_side){comm, comm->peers, comm->own, comm->rank, is_root, is_leaf};
}

static void askNeighbours(struct tare_comm *comm, MPI_Comm handle) {
  int kind = MPI_UNDEFINED, weighted, dimensions = 0;
  comm->in = comm->out = 0;
  PMPI_Topo_test(handle, &kind);
  if (kind == MPI_CART && PMPI_Cartdim_get(handle, &dimensions) == MPI_SUCCESS)
    comm->in = comm->out = 2 * dimensions;
  if (kind == MPI_GRAPH && PMPI_Graph_neighbors_count(handle, comm->rank, &comm->in) == MPI_SUCCESS)
    comm->out = comm->in;
  if (kind == MPI_DIST_GRAPH)
    PMPI_Dist_graph_neighbors_count(handle, &comm->in, &comm->out, &weighted);
}

struct tare_side tare_neighbours_of(struct tare_mpi_call *call, MPI_Comm handle) {
  struct tare_comm *comm = tare_comm_of(call, handle);
  if (!comm)
    return (struct tare_side){.comm = NULL};
  if (comm->in < 0)
    askNeighbours(comm, handle);
  return (struct tare_side){comm, comm->in, comm->out, comm->rank, 0, 1};
}

static int32_t rootOf(const struct tare_comm *comm, int root) {
  if (root == TARE_NO_ROOT || !comm)
    return TARE_MF_ANY;
  if (root != MPI_ROOT)
    return tare_comm_peer(comm, root);
  int rank = TARE_MF_FOREIGN;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

void tare_collective(struct tare_mpi_call *call, MPI_Request *request, const struct tare_side *side,
                     enum tare_mf_shape shape, int root, uint64_t sent, uint64_t received) {
  struct tare_request *r =
      request ? tare_request_of(request, TARE_REQUEST_COLLECTIVE, side->comm) : NULL;
  struct tare_delayed_meeting meeting =
      tare_delay_entered(call, side->comm, shape, root, sent > received ? sent : received);
  struct tare_mf_collective *to = tare_call_part(call, TARE_MF_COLLECTIVE, sizeof *to);
  if (r) {
    r->number = r->made;
    r->peer = r->tag = TARE_MF_ANY;
    r->bytes = received;
    r->meeting = meeting;
  } else if (!request && side->comm) {
    tare_delay_met(call, side->comm, &meeting);
  }
  if (!to)
    return;
  to->request = r ? r->number : 0;
  to->communicator = side->comm ? side->comm->id : 0;
  to->root = rootOf(side->comm, root);
  to->shape = shape;
  to->reserved = 0;
  to->sent = sent;
  to->received = received;
}

void tare_meeting(struct tare_mpi_call *call, MPI_Comm on, enum tare_mf_shape shape) {
  struct tare_side side = tare_side_of(call, on, TARE_NO_ROOT);
  tare_collective(call, NULL, &side, shape, TARE_NO_ROOT, 0, 0);
}

/* ---- communicators ---- */

void tare_comm_made(struct tare_mpi_call *call, MPI_Comm parent, MPI_Comm made) {
  tare_meeting(call, parent, TARE_MF_ALL);
  struct tare_comm_origin origin = tare_comm_next_of(tare_comm_of(call, parent));
  tare_comm_add(call, made, origin);
}

void tare_comm_made_apart(struct tare_mpi_call *call, const MPI_Comm *parent, int tag,
                          MPI_Comm made) {
  struct tare_comm *from = parent ? tare_comm_of(call, *parent) : NULL;
  if (tare_comm_add(call, made, tare_comm_among_members(from, tag)))
    tare_meeting(call, made, TARE_MF_ALL);
}

void tare_duplicated(struct tare_mpi_call *call, MPI_Comm parent, MPI_Comm *made,
                     MPI_Request *request) {
  struct tare_side side = tare_side_of(call, parent, TARE_NO_ROOT);
  uint64_t before = tare_messages.requests;
  struct tare_comm_origin origin = tare_comm_next_of(side.comm);
  tare_collective(call, request, &side, TARE_MF_ALL, TARE_NO_ROOT, 0, 0);
  struct tare_request *r =
      tare_request_find((uintptr_t)*request, request, TARE_REQUEST_COLLECTIVE, UINT64_MAX);
  if (r && r->made > before) {
    r->duplicate = made;
    r->origin = origin;
  }
}

struct tare_comm *tare_comm_freeing(const MPI_Comm *comm) {
  pthread_mutex_lock(&tare_messages.lock);
  struct tare_comm *freeing = tare_comm_forget(*comm);
  pthread_mutex_unlock(&tare_messages.lock);
  return freeing;
}

void tare_comm_left(int result, struct tare_comm *freeing) {
  if (!freeing)
    return;
  pthread_mutex_lock(&tare_messages.lock);
  freeing->is_freed = result == MPI_SUCCESS;
  if (freeing->is_freed)
    tare_comm_release(freeing);
  else
    tare_comm_restore(freeing);
  pthread_mutex_unlock(&tare_messages.lock);
}

void tare_not_modelled(struct tare_mpi_call *call) {
  tare_call_part(call, TARE_MF_NOT_MODELLED, sizeof(struct tare_mf_record));
}
