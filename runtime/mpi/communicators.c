/* SPDX-License-Identifier: Apache-2.0 */
#include "communicators.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256 };

static struct {
  struct tare_comm *bucket[BUCKETS];
  struct tare_comm *last; /* that was asked for */
  uint32_t ids;
  uint64_t agreed; /* that this rank has named */
  MPI_Group world;
  int world_rank;
} comms;

static struct tare_comm **bucketOf(uintptr_t handle) {
  return &comms.bucket[(handle * 0x9e3779b97f4a7c15ull) >> 56];
}

/* ---- whom its ranks are ---- */

/* World ranks of a group's members; the caller frees it. */
static int32_t *worldRanks(MPI_Group group, int size) {
  int *ranks = malloc((size_t)size * sizeof *ranks);
  int32_t *world = malloc((size_t)size * sizeof *world);
  if (!ranks || !world) {
    free(ranks);
    free(world);
    return NULL;
  }
  for (int i = 0; i < size; ++i)
    ranks[i] = i;
  PMPI_Group_translate_ranks(group, size, ranks, comms.world, world);
  for (int i = 0; i < size; ++i)
    if (world[i] == MPI_UNDEFINED)
      world[i] = TARE_MF_FOREIGN;
  free(ranks);
  return world;
}

static int32_t *membersOf(MPI_Comm comm, int is_remote, int *size) {
  MPI_Group group;
  int result = is_remote ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
  if (result != MPI_SUCCESS)
    return NULL;
  PMPI_Group_size(group, size);
  int32_t *world = worldRanks(group, *size);
  PMPI_Group_free(&group);
  return world;
}

static void writeMembers(struct tare_call *call, uint32_t id, uint32_t remote, uint64_t shared,
                         const int32_t *world, int size) {
  struct tare_mf_communicator *to;
  int parts = call->parts;
  uint64_t bytes = sizeof *to + ((uint64_t)size * sizeof *world + 7) / 8 * 8;
  to = tare_call_part(call, TARE_MF_COMMUNICATOR, bytes);
  call->parts = parts; /* it is none */
  if (!to)
    return;
  to->id = id;
  to->size = (uint32_t)size;
  to->shared = shared;
  to->remote = remote;
  to->reserved = 0;
  int32_t *ranks = (int32_t *)(to + 1);
  ranks[(bytes - sizeof *to) / sizeof *ranks - 1] = 0;
  memcpy(ranks, world, (size_t)size * sizeof *world);
}

static int isWhole(const int32_t *world, int size) {
  for (int i = 0; i < size; ++i)
    if (world[i] != i)
      return 0;
  return 1;
}

static void describe(struct tare_call *call, struct tare_comm *comm, MPI_Comm handle) {
  int32_t *own = membersOf(handle, 0, &comm->own);
  comm->peers = comm->own;
  comm->id = ++comms.ids;
  uint32_t remote = comm->is_inter ? ++comms.ids : 0;
  if (own)
    writeMembers(call, comm->id, remote, comm->shared, own, comm->own);
  comm->world = own;
  if (comm->is_inter) {
    free(own);
    comm->world = membersOf(handle, 1, &comm->peers);
    if (comm->world)
      writeMembers(call, remote, comm->id, comm->shared, comm->world, comm->peers);
  }
  if (comm->world && isWhole(comm->world, comm->peers)) {
    free(comm->world);
    comm->world = NULL;
  }
}

struct tare_comm *tare_comm_add(struct tare_call *call, MPI_Comm handle, uint64_t shared) {
  struct tare_comm *comm = handle == MPI_COMM_NULL ? NULL : calloc(1, sizeof *comm);
  if (!comm)
    return NULL;
  comm->handle = (uintptr_t)handle;
  comm->shared = shared;
  comm->in = comm->out = -1;
  PMPI_Comm_test_inter(handle, &comm->is_inter);
  PMPI_Comm_rank(handle, &comm->rank);
  describe(call, comm, handle);
  struct tare_comm **bucket = bucketOf(comm->handle);
  comm->next = *bucket;
  *bucket = comm;
  comms.last = comm;
  return comm;
}

void tare_comm_begin(struct tare_call *call) {
  PMPI_Comm_group(MPI_COMM_WORLD, &comms.world);
  PMPI_Comm_rank(MPI_COMM_WORLD, &comms.world_rank);
  tare_comm_add(call, MPI_COMM_WORLD, 0);
  tare_comm_add(call, MPI_COMM_SELF, TARE_MF_SHARED_OWN);
}

struct tare_comm *tare_comm_of(struct tare_call *call, MPI_Comm handle) {
  uintptr_t value = (uintptr_t)handle;
  struct tare_comm *comm = comms.last;
  if (TARE_LIKELY(comm && comm->handle == value))
    return comm;
  for (comm = *bucketOf(value); comm && comm->handle != value;)
    comm = comm->next;
  if (comm)
    comms.last = comm;
  return comm ? comm : tare_comm_add(call, handle, TARE_MF_SHARED_UNKNOWN);
}

int32_t tare_comm_peer(const struct tare_comm *comm, int rank) {
  if (rank == MPI_PROC_NULL)
    return TARE_MF_NOBODY;
  if (rank == MPI_ANY_SOURCE)
    return TARE_MF_ANY;
  if (!comm || rank < 0 || rank >= comm->peers)
    return TARE_MF_FOREIGN;
  return comm->world ? comm->world[rank] : rank;
}

/* ---- its name ---- */

static uint64_t nameOne(void) {
  uint64_t ordinal = __atomic_add_fetch(&comms.agreed, 1, __ATOMIC_RELAXED);
  return (uint64_t)(uint32_t)comms.world_rank << 32 | ordinal;
}

static uint64_t agreeWithin(MPI_Comm comm) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  uint64_t shared = rank == 0 ? nameOne() : 0;
  return PMPI_Bcast(&shared, sizeof shared, MPI_BYTE, 0, comm) == MPI_SUCCESS
             ? shared
             : TARE_MF_SHARED_UNKNOWN;
}

/* The group whose first member has the lower rank names it: to the other group, and the first
 * member there tells those who are left. */
static uint64_t agreeAcross(MPI_Comm comm) {
  int size, rank, is_first;
  PMPI_Comm_rank(comm, &rank);
  int32_t *own = membersOf(comm, 0, &size), *other = membersOf(comm, 1, &size);
  int known = own && other && own[0] >= 0 && other[0] >= 0;
  is_first = known && own[0] < other[0];
  free(own);
  free(other);
  if (!known)
    return TARE_MF_SHARED_UNKNOWN;
  uint64_t shared = is_first && rank == 0 ? nameOne() : 0, told = 0;
  int root = rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  PMPI_Bcast(&shared, sizeof shared, MPI_BYTE, is_first ? root : 0, comm);
  told = shared;
  PMPI_Bcast(&told, sizeof told, MPI_BYTE, is_first ? 0 : root, comm);
  return is_first ? told : shared;
}

uint64_t tare_comm_agree(int result, const MPI_Comm *made) {
  int is_inter = 0;
  if (result != MPI_SUCCESS || *made == MPI_COMM_NULL)
    return 0;
  PMPI_Comm_test_inter(*made, &is_inter);
  return is_inter ? agreeAcross(*made) : agreeWithin(*made);
}

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
  return x ^ x >> 32;
}

uint64_t tare_comm_derive(struct tare_comm *parent) {
  if (!parent || parent->shared == TARE_MF_SHARED_UNKNOWN)
    return TARE_MF_SHARED_UNKNOWN;
  uint64_t own =
      parent->shared == TARE_MF_SHARED_OWN ? (uint64_t)(uint32_t)comms.world_rank << 32 : 0;
  uint64_t name = mix(mix(parent->shared) + own + ++parent->idups) | 1ull << 63;
  return name < TARE_MF_SHARED_UNKNOWN ? name : name - 2;
}

/* ---- its end ---- */

struct tare_comm *tare_comm_forget(MPI_Comm handle) {
  struct tare_comm **at = bucketOf((uintptr_t)handle);
  while (*at && (*at)->handle != (uintptr_t)handle)
    at = &(*at)->next;
  struct tare_comm *comm = *at;
  if (comm)
    *at = comm->next;
  if (comms.last == comm)
    comms.last = NULL;
  return comm;
}

void tare_comm_restore(struct tare_comm *comm) {
  if (!comm)
    return;
  struct tare_comm **bucket = bucketOf(comm->handle);
  comm->next = *bucket;
  *bucket = comm;
}

void tare_comm_release(struct tare_comm *comm) {
  if (!comm || !comm->is_freed || comm->users)
    return;
  free(comm->world);
  free(comm);
}
