/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include "delays.h"

#include <stdlib.h>
#include <string.h>

/* ---- bytes ---- */

static uint64_t sizeOfType(MPI_Datatype type) {
  int size = 0;
  if (TARE_LIKELY(PMPI_Type_size(type, &size) == MPI_SUCCESS && size >= 0))
    return (uint64_t)size;
  MPI_Count large = 0;
  return PMPI_Type_size_x(type, &large) == MPI_SUCCESS && large > 0 ? (uint64_t)large : 0;
}

uint64_t tare_bytes(int count, MPI_Datatype type) {
  return count > 0 ? (uint64_t)count * sizeOfType(type) : 0;
}

uint64_t tare_bytes_v(int n, const int *counts, MPI_Datatype type) {
  uint64_t sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (uint64_t)counts[i];
  return sum ? sum * sizeOfType(type) : 0;
}

uint64_t tare_bytes_w(int n, const int *counts, const MPI_Datatype *types) {
  uint64_t sum = 0;
  for (int i = 0; i < n; ++i)
    sum += tare_bytes(counts[i], types[i]);
  return sum;
}

static uint64_t bytesOf(const MPI_Status *status) {
  int count = 0;
  MPI_Count large = 0;
  if (TARE_LIKELY(PMPI_Get_count(status, MPI_BYTE, &count) == MPI_SUCCESS && count >= 0))
    return (uint64_t)count;
  return PMPI_Get_elements_x(status, MPI_BYTE, &large) == MPI_SUCCESS && large > 0 ? (uint64_t)large
                                                                                   : 0;
}

static int32_t tagOf(int tag) { return tag == MPI_ANY_TAG ? TARE_MF_ANY : tag; }

/* ---- messages ---- */

struct message {
  enum tare_mf_kind kind;
  uint64_t request;
  const struct tare_comm *comm;
  int32_t peer, tag;
  uint64_t bytes;
  uint32_t mode;
};

static void tell(struct tare_mpi_call *call, const struct message *m) {
  struct tare_mf_message *to = tare_call_part(call, m->kind, sizeof *to);
  if (!to)
    return;
  to->request = m->request;
  to->peer = m->peer;
  to->tag = m->tag;
  to->communicator = m->comm ? m->comm->id : 0;
  to->mode = m->mode;
  to->bytes = m->bytes;
}

static void tellRequest(struct tare_mpi_call *call, enum tare_mf_kind kind,
                        const struct tare_request *r) {
  tell(call, &(struct message){kind, r->number, r->comm, r->peer, r->tag, r->bytes, r->mode});
}

/* Filled in from `m`; it is told by its number, or 0 where there is no request. */
static struct tare_request *keep(MPI_Request *request, struct message *m, struct tare_comm *comm,
                                 uint64_t began_ns) {
  enum tare_request_kind kind = m->kind == TARE_MF_SEND ? TARE_REQUEST_SEND : TARE_REQUEST_RECEIVE;
  struct tare_request *r = tare_request_of(request, kind, comm);
  if (!r)
    return NULL;
  m->request = r->number = r->made;
  r->peer = m->peer;
  r->tag = m->tag;
  r->bytes = m->bytes;
  r->mode = m->mode;
  r->began_ns = began_ns;
  return r;
}

static struct message sendOf(struct tare_comm *comm, enum tare_mf_mode mode, int count,
                             MPI_Datatype type, int peer, int tag) {
  return (struct message){
      TARE_MF_SEND, 0, comm, tare_comm_peer(comm, peer), tag, tare_bytes(count, type), mode};
}

static struct message postOf(struct tare_comm *comm, int count, MPI_Datatype type, int source,
                             int tag) {
  return (struct message){
      TARE_MF_POST,    0, comm, tare_comm_peer(comm, source), tagOf(tag), tare_bytes(count, type),
      TARE_MF_STANDARD};
}

void tare_send(struct tare_mpi_call *call, MPI_Request *request, enum tare_mf_mode mode, int count,
               MPI_Datatype type, int peer, int tag, MPI_Comm handle) {
  struct tare_comm *comm = tare_comm_of(call, handle);
  struct message m = sendOf(comm, mode, count, type, peer, tag);
  if (request)
    keep(request, &m, comm, call->began_ns);
  else
    tare_delay_sent(call, call->began_ns, m.mode, m.peer, m.bytes);
  tell(call, &m);
}

void tare_post(struct tare_mpi_call *call, MPI_Request *request, int count, MPI_Datatype type,
               int source, int tag, MPI_Comm handle) {
  struct tare_comm *comm = tare_comm_of(call, handle);
  struct message m = postOf(comm, count, type, source, tag);
  if (request)
    keep(request, &m, comm, call->began_ns);
  tell(call, &m);
}

static void tellReal(struct tare_mpi_call *call, enum tare_mf_kind kind, uint64_t request,
                     const struct tare_comm *comm, const MPI_Status *status) {
  tell(call, &(struct message){kind, request, comm, tare_comm_peer(comm, status->MPI_SOURCE),
                               tagOf(status->MPI_TAG), bytesOf(status), 0});
}

/* `began_ns`: of the call that posted it. */
static void tellReceived(struct tare_mpi_call *call, uint64_t request, const struct tare_comm *comm,
                         const MPI_Status *status, uint64_t began_ns) {
  tellReal(call, TARE_MF_RECEIVED, request, comm, status);
  if (tare_messages.has_delays && comm)
    tare_delay_received(call, comm, tare_comm_peer(comm, status->MPI_SOURCE), status->MPI_TAG,
                        bytesOf(status), began_ns);
}

void tare_received(struct tare_mpi_call *call, MPI_Comm handle, const MPI_Status *status) {
  tellReceived(call, 0, tare_comm_of(call, handle), status, call->began_ns);
}

void tare_probed(struct tare_mpi_call *call, MPI_Comm handle, const MPI_Message *message,
                 const MPI_Status *status) {
  struct tare_comm *comm = tare_comm_of(call, handle);
  tellReal(call, TARE_MF_PROBED, 0, comm, status);
  if (tare_messages.has_delays && comm)
    tare_delay_probed(call, comm, tare_comm_peer(comm, status->MPI_SOURCE), status->MPI_TAG,
                      bytesOf(status));
  if (!message || *message == MPI_MESSAGE_NULL)
    return;
  struct tare_request *r =
      tare_request_add((uintptr_t)*message, message, TARE_REQUEST_MESSAGE, comm);
  if (!r)
    return;
  r->peer = tare_comm_peer(comm, status->MPI_SOURCE);
  r->tag = tagOf(status->MPI_TAG);
}

void tare_taken(struct tare_mpi_call *call, MPI_Message message, MPI_Message *stored,
                MPI_Request *request, int count, MPI_Datatype type, const MPI_Status *status) {
  struct tare_request *probed =
      tare_request_find((uintptr_t)message, stored, TARE_REQUEST_MESSAGE, call->requests);
  struct tare_comm *comm = probed ? probed->comm : NULL;
  struct message m = {.kind = TARE_MF_POST,
                      .comm = comm,
                      .peer = probed ? probed->peer : TARE_MF_FOREIGN,
                      .tag = probed ? probed->tag : TARE_MF_ANY,
                      .bytes = tare_bytes(count, type)};
  if (request)
    keep(request, &m, comm, call->began_ns);
  tell(call, &m);
  if (status)
    tellReceived(call, 0, comm, status, call->began_ns);
  if (probed)
    tare_request_remove(probed);
}

static void keepPersistent(MPI_Request *request, struct message *m, struct tare_comm *comm) {
  struct tare_request *r = keep(request, m, comm, 0);
  if (!r)
    return;
  r->is_persistent = 1;
  r->number = 0;
}

void tare_send_init(struct tare_mpi_call *call, MPI_Request *request, enum tare_mf_mode mode,
                    int count, MPI_Datatype type, int peer, int tag, MPI_Comm handle) {
  struct tare_comm *comm = tare_comm_of(call, handle);
  struct message m = sendOf(comm, mode, count, type, peer, tag);
  keepPersistent(request, &m, comm);
}

void tare_receive_init(struct tare_mpi_call *call, MPI_Request *request, int count,
                       MPI_Datatype type, int source, int tag, MPI_Comm handle) {
  struct tare_comm *comm = tare_comm_of(call, handle);
  struct message m = postOf(comm, count, type, source, tag);
  keepPersistent(request, &m, comm);
}

void tare_started(struct tare_mpi_call *call, int n, MPI_Request *requests) {
  for (int i = 0; i < n; ++i) {
    struct tare_request *r =
        tare_request_find((uintptr_t)requests[i], &requests[i], TARE_REQUEST_SEND, call->requests);
    if (!r || !r->is_persistent)
      continue;
    r->number = tare_request_number();
    r->is_cancelled = 0;
    r->began_ns = call->began_ns;
    if (r->kind == TARE_REQUEST_SEND)
      tare_delay_started(r->comm, r->peer, r->tag, call->began_ns);
    tellRequest(call, r->kind == TARE_REQUEST_SEND ? TARE_MF_SEND : TARE_MF_POST, r);
  }
}

/* ---- requests ---- */

static int wasCancelled(const struct tare_request *r, const MPI_Status *status) {
  int cancelled = 0;
  return r->is_cancelled && PMPI_Test_cancelled(status, &cancelled) == MPI_SUCCESS && cancelled;
}

/* MPICH fills in no status of a receive from MPI_PROC_NULL. */
static void tellEnd(struct tare_mpi_call *call, const struct tare_request *r,
                    const MPI_Status *status) {
  if (wasCancelled(r, status))
    tellRequest(call, TARE_MF_DROPPED, r);
  else if (r->kind == TARE_REQUEST_RECEIVE && r->peer == TARE_MF_NOBODY)
    tell(call, &(struct message){TARE_MF_RECEIVED, r->number, r->comm, r->peer, r->tag, 0, 0});
  else if (r->kind == TARE_REQUEST_RECEIVE)
    tellReceived(call, r->number, r->comm, status, r->began_ns);
  else
    tellRequest(call, r->kind == TARE_REQUEST_SEND ? TARE_MF_SENT : TARE_MF_RECEIVED, r);
  if (r->kind == TARE_REQUEST_SEND)
    tare_delay_sent(call, r->began_ns, r->mode, r->peer, r->bytes);
  if (r->kind == TARE_REQUEST_COLLECTIVE && r->comm)
    tare_delay_met(call, r->comm, &r->meeting);
}

static void ended(struct tare_mpi_call *call, struct tare_request *r) {
  (void)call;
  r->number = 0;
  if (!r->is_persistent)
    tare_request_remove(r);
}

void tare_ended(struct tare_mpi_call *call, MPI_Request request, const MPI_Request *stored,
                const MPI_Status *status) {
  if (request == MPI_REQUEST_NULL)
    return;
  struct tare_request *r =
      tare_request_find((uintptr_t)request, stored, TARE_REQUEST_SEND, call->requests);
  if (!r || !r->number)
    return;
  if (call->result == MPI_ERR_IN_STATUS && status->MPI_ERROR == MPI_ERR_PENDING)
    return;
  if (call->result == MPI_ERR_IN_STATUS && status->MPI_ERROR != MPI_SUCCESS)
    tellRequest(call, TARE_MF_DROPPED, r);
  else
    tellEnd(call, r, status);
  if (r->duplicate && *r->duplicate != MPI_COMM_NULL)
    tare_comm_add(call, *r->duplicate, r->origin);
  ended(call, r);
}

void tare_freed(struct tare_mpi_call *call, MPI_Request request, const MPI_Request *stored) {
  struct tare_request *r =
      tare_request_find((uintptr_t)request, stored, TARE_REQUEST_SEND, call->requests);
  if (!r)
    return;
  if (r->number)
    tellRequest(call, TARE_MF_DROPPED, r);
  tare_request_remove(r);
}

void tare_cancelled(struct tare_mpi_call *call, MPI_Request request, const MPI_Request *stored) {
  struct tare_request *r =
      tare_request_find((uintptr_t)request, stored, TARE_REQUEST_SEND, call->requests);
  if (r)
    r->is_cancelled = 1;
}

/* ---- what a wrapper keeps while MPI works ---- */

void tare_watch(struct tare_watched *watched, int count, const MPI_Request *requests) {
  size_t size = (size_t)(count > 0 ? count : 0) * sizeof *requests;
  watched->count = count > 0 ? count : 0;
  watched->requests = watched->count <= TARE_FEW ? watched->few : malloc(size);
  if (!watched->requests)
    watched->count = 0;
  else
    memcpy(watched->requests, requests, watched->count * sizeof *requests);
}

void tare_watch_end(struct tare_watched *watched) {
  if (watched->requests != watched->few)
    free(watched->requests);
}

MPI_Status *tare_statuses_for(struct tare_statuses *own, int count, MPI_Status *given) {
  own->more = NULL;
  if (given != MPI_STATUSES_IGNORE)
    return given;
  if (count <= TARE_FEW)
    return own->few;
  own->more = malloc((size_t)count * sizeof *own->more);
  return own->more ? own->more : given;
}

void tare_statuses_end(struct tare_statuses *own) { free(own->more); }
