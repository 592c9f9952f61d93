/* SPDX-License-Identifier: Apache-2.0 */
#include "communicators.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256 };

static struct {
  struct tare_comm *bucket[BUCKETS];
  struct tare_comm *last; /* that was asked for */
  uint32_t ids;
  MPI_Group world;
} comms;

static struct tare_comm **bucketOf(uintptr_t handle) {
  return &comms.bucket[(handle * 0x9e3779b97f4a7c15ull) >> 56];
}

/* ---- whom its ranks are ---- */

/* World ranks of a group's members; whoever asks frees them. */
struct members {
  int32_t *world;
  int size; /* 0: no memory */
};

static struct members worldRanks(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  int *ranks = malloc((size_t)size * sizeof *ranks);
  int32_t *world = malloc((size_t)size * sizeof *world);
  if (!ranks || !world) {
    free(ranks);
    free(world);
    return (struct members){NULL, 0};
  }
  for (int i = 0; i < size; ++i)
    ranks[i] = i;
  PMPI_Group_translate_ranks(group, size, ranks, comms.world, world);
  for (int i = 0; i < size; ++i)
    if (world[i] == MPI_UNDEFINED)
      world[i] = TARE_MF_FOREIGN;
  free(ranks);
  return (struct members){world, size};
}

static struct members membersOf(MPI_Comm comm, int is_remote) {
  MPI_Group group;
  int result = is_remote ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
  if (result != MPI_SUCCESS)
    return (struct members){NULL, 0};
  struct members members = worldRanks(group);
  PMPI_Group_free(&group);
  return members;
}

static void writeMembers(struct tare_mpi_call *call, uint32_t id, uint32_t remote, uint64_t shared,
                         const struct members *m) {
  struct tare_mf_communicator *to;
  int parts = call->parts;
  uint64_t bytes = sizeof *to + ((uint64_t)m->size * sizeof *m->world + 7) / 8 * 8;
  to = tare_call_part(call, TARE_MF_COMMUNICATOR, bytes);
  call->parts = parts; /* it is none */
  if (!to)
    return;
  to->id = id;
  to->size = (uint32_t)m->size;
  to->shared = shared;
  to->remote = remote;
  to->reserved = 0;
  int32_t *ranks = (int32_t *)(to + 1);
  if (m->size)
    memcpy(ranks, m->world, (size_t)m->size * sizeof *m->world);
  if (m->size % 2)
    ranks[m->size] = 0;
}

static int isWhole(const struct members *m) {
  for (int i = 0; i < m->size; ++i)
    if (m->world[i] != i)
      return 0;
  return 1;
}

/* ---- its name ---- */

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
  return x ^ x >> 32;
}

/* Never one of the names that are no hashes. */
static uint64_t asName(uint64_t hash) { return hash && hash < TARE_MF_SHARED_UNKNOWN ? hash : 1; }

static struct tare_comm_origin named(uint64_t name) {
  return (struct tare_comm_origin){TARE_COMM_NAMED, name};
}

struct tare_comm_origin tare_comm_next_of(struct tare_comm *parent) {
  if (!parent || parent->shared == TARE_MF_SHARED_UNKNOWN)
    return named(TARE_MF_SHARED_UNKNOWN);
  uint64_t seed = mix(mix(parent->shared) + ++parent->created);
  return (struct tare_comm_origin){TARE_COMM_OF_PARENT, seed};
}

struct tare_comm_origin tare_comm_among_members(const struct tare_comm *parent, int tag) {
  uint64_t seed = mix(mix(parent ? parent->shared : 1) + (uint32_t)tag);
  return (struct tare_comm_origin){TARE_COMM_OF_MEMBERS, seed};
}

static uint64_t hashMembers(const struct members *m) {
  uint64_t hash = (uint64_t)m->size;
  for (int i = 0; i < m->size; ++i)
    hash = mix(hash + (uint32_t)m->world[i]);
  return hash;
}

/* How many there were with this hash, this one included. 0: too many different ones. */
static uint64_t countOf(uint64_t hash) {
  enum { KINDS = 4096 };
  static struct { uint64_t hash, count; } kind[KINDS];
  for (unsigned i = 0; i < KINDS; ++i) {
    unsigned at = (unsigned)(hash + i) % KINDS;
    if (kind[at].count && kind[at].hash != hash)
      continue;
    kind[at].hash = hash;
    return ++kind[at].count;
  }
  return 0;
}

static uint32_t firstOf(const struct members *m) {
  return m->size ? (uint32_t)m->world[0] : UINT32_MAX;
}

/* The same from either end. */
static uint64_t nameOf(struct tare_comm_origin origin, const struct members *own,
                       const struct members *other) {
  if (origin.kind == TARE_COMM_NAMED)
    return origin.seed;
  if (origin.kind == TARE_COMM_OF_PARENT) {
    uint32_t here = firstOf(own), there = firstOf(other);
    return asName(mix(origin.seed + (here < there ? here : there)));
  }
  uint64_t hash = mix(origin.seed + hashMembers(own) + hashMembers(other)), count = countOf(hash);
  return count ? asName(mix(hash + count)) : TARE_MF_SHARED_UNKNOWN;
}

/* ---- the known ones ---- */

static void describe(struct tare_mpi_call *call, struct tare_comm *comm, MPI_Comm handle,
                     struct tare_comm_origin origin) {
  struct members own = membersOf(handle, 0);
  struct members other = comm->is_inter ? membersOf(handle, 1) : (struct members){NULL, 0};
  comm->shared = nameOf(origin, &own, &other);
  comm->id = ++comms.ids;
  comm->own = own.size;
  uint32_t remote = comm->is_inter ? ++comms.ids : 0;
  writeMembers(call, comm->id, remote, comm->shared, &own);
  if (comm->is_inter)
    writeMembers(call, remote, comm->id, comm->shared, &other);
  struct members *peers = comm->is_inter ? &other : &own;
  comm->peers = peers->size;
  if (!isWhole(peers)) {
    comm->world = peers->world;
    peers->world = NULL;
  }
  free(own.world);
  free(other.world);
}

struct tare_comm *tare_comm_add(struct tare_mpi_call *call, MPI_Comm handle,
                                struct tare_comm_origin origin) {
  struct tare_comm *comm = handle == MPI_COMM_NULL ? NULL : calloc(1, sizeof *comm);
  if (!comm)
    return NULL;
  comm->handle = (uintptr_t)handle;
  comm->in = comm->out = -1;
  PMPI_Comm_test_inter(handle, &comm->is_inter);
  PMPI_Comm_rank(handle, &comm->rank);
  describe(call, comm, handle, origin);
  struct tare_comm **bucket = bucketOf(comm->handle);
  comm->next = *bucket;
  *bucket = comm;
  comms.last = comm;
  return comm;
}

void tare_comm_begin(struct tare_mpi_call *call) {
  PMPI_Comm_group(MPI_COMM_WORLD, &comms.world);
  tare_comm_add(call, MPI_COMM_WORLD, named(0));
  tare_comm_add(call, MPI_COMM_SELF, named(TARE_MF_SHARED_OWN));
}

struct tare_comm *tare_comm_of(struct tare_mpi_call *call, MPI_Comm handle) {
  uintptr_t value = (uintptr_t)handle;
  struct tare_comm *comm = comms.last;
  if (TARE_LIKELY(comm && comm->handle == value))
    return comm;
  for (comm = *bucketOf(value); comm && comm->handle != value;)
    comm = comm->next;
  if (comm)
    comms.last = comm;
  return comm ? comm : tare_comm_add(call, handle, named(TARE_MF_SHARED_UNKNOWN));
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
