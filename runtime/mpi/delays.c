/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "delays.h"

#include "env.h"
#include "functions.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ON_THEIR_WAY = 4096, MEETINGS = 1024, NAME = 80 };

/* A message that was sent and not received yet; one writer, one reader. */
struct flight {
  uint64_t shared, began; /* communicator; CLOCK_MONOTONIC */
  int32_t tag;
  int32_t is_on_its_way;
};
struct flights { /* from one rank to another */
  uint64_t sent;
  struct flight ring[ON_THEIR_WAY];
};
struct entry {
  uint64_t shared, ordinal, began, bytes;
};
struct entries { /* of one rank into collectives */
  uint64_t count;
  struct entry ring[MEETINGS];
};

struct tare_delays tare_delays;

static struct {
  const char *wrong; /* variable that holds no number */
  int is_wanted, rank, ranks;
  struct flights *flights; /* [from * ranks + to] */
  struct entries *entries; /* [rank] */
  uint64_t *received;      /* by sender: all before it were */
} all;

/* ---- the environment ---- */

/* A number from `least` on; `otherwise` where it is not set. */
static double amountOf(const char *text, const char *name, double least, double otherwise) {
  char *end = NULL;
  if (!text || !*text)
    return otherwise;
  double value = strtod(text, &end);
  if (*end || !(value >= least && value <= 1e15))
    all.wrong = name;
  all.is_wanted = 1;
  return value;
}

int tare_delays_read(void) {
  const char *bandwidth = getenv("TARE_MPI_BANDWIDTH_MB_S");
  double mb_s = amountOf(bandwidth, "TARE_MPI_BANDWIDTH_MB_S", 1e-6, 0);
  tare_delays.latency_ns =
      1e3 * amountOf(getenv("TARE_MPI_LATENCY_US"), "TARE_MPI_LATENCY_US", 0, 0);
  tare_delays.byte_ns = mb_s > 0 ? 1e3 / mb_s : 0;
  int had_delays = all.is_wanted;
  double eager = amountOf(getenv("TARE_MPI_EAGER_BYTES"), "TARE_MPI_EAGER_BYTES", 0, 1e15);
  tare_delays.eager_bytes = (uint64_t)eager;
  if (!had_delays && !all.wrong)
    all.is_wanted = 0; /* the limit alone delays nothing */
  return all.is_wanted;
}

/* ---- memory of all ranks ---- */

/* By all ranks, before there are delays. Does not return. */
static void refuse(const char *what, const char *why) {
  if (all.rank == 0)
    tare_say("no delays of messages: ", what, why);
  PMPI_Finalize(); /* an abort would lose the line */
  _exit(2);
}

/* By one of them. Does not return. */
static void stop(const char *what, const char *why) {
  tare_say("delays of messages end: ", what, why);
  PMPI_Abort(MPI_COMM_WORLD, 2);
  _exit(2);
}

static size_t bytesOfAll(void) {
  size_t n = (size_t)all.ranks;
  return n * n * sizeof(struct flights) + n * sizeof(struct entries);
}

/* Null: it cannot be had. */
static void *mapNamed(const char *name, int flags) {
  int file = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  if (file < 0)
    return NULL;
  void *at = MAP_FAILED;
  if (!(flags & O_CREAT) || posix_fallocate(file, 0, (off_t)bytesOfAll()) == 0)
    at = mmap(NULL, bytesOfAll(), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return at == MAP_FAILED ? NULL : at;
}

/* The name is gone as soon as all have it. */
static void *mapShared(void) {
  char name[NAME] = "";
  void *at = NULL;
  if (all.rank == 0) {
    snprintf(name, sizeof name, "/dev/shm/tare-delays-%d-%llu", (int)getpid(),
             (unsigned long long)tare_clock_ns());
    at = mapNamed(name, O_CREAT | O_EXCL);
  }
  PMPI_Bcast(name, NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (all.rank != 0)
    at = mapNamed(name, 0);
  PMPI_Barrier(MPI_COMM_WORLD);
  if (all.rank == 0)
    unlink(name);
  return at;
}

void tare_delays_begin(void) {
  if (!all.is_wanted)
    return;
  MPI_Comm here;
  int near = 0, has_all;
  PMPI_Comm_rank(MPI_COMM_WORLD, &all.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &all.ranks);
  if (all.wrong)
    refuse(all.wrong, " is no number, or out of its range");
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  PMPI_Comm_size(here, &near);
  PMPI_Comm_free(&here);
  if (near != all.ranks)
    refuse("the ranks are on several hosts", "; start them on one");
  char *at = mapShared();
  all.received = calloc((size_t)all.ranks, sizeof *all.received);
  int has = at && all.received && tare_messages.phase == TARE_MESSAGES_RECORDING;
  PMPI_Allreduce(&has, &has_all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (!has_all)
    refuse("/dev/shm is too small", " for one of the ranks, or it has no message file");
  all.flights = (struct flights *)at;
  all.entries = (struct entries *)(all.flights + (size_t)all.ranks * (size_t)all.ranks);
  tare_delays.is_on = tare_messages.has_delays = 1;
}

/* ---- waiting ---- */

/* Messages of this rank go on. Like MPI itself it keeps its processor: on a busy machine another
 * program would have it for milliseconds. */
static void letProgress(void) {
  int found;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
}

void tare_delay_wait(uint64_t due_ns) {
  while (tare_clock_ns() < due_ns)
    letProgress();
}

/* For what another rank tells within its call of MPI. 0: it does not. */
static int goOn(uint64_t *since) {
  letProgress();
  if (!*since)
    *since = tare_clock_ns();
  return tare_clock_ns() - *since < 5000000000u;
}

static void dueAt(struct tare_mpi_call *call, uint64_t began, double messages, double bytes) {
  double ns = messages * (tare_delays.latency_ns + bytes * tare_delays.byte_ns);
  uint64_t due = began + (uint64_t)ns + 1;
  if (due > call->due_ns)
    call->due_ns = due;
}

/* ---- messages ---- */

static int isRank(int32_t peer) { return peer >= 0 && peer < all.ranks; }

void tare_delay_started(const struct tare_comm *comm, int32_t peer, int32_t tag, uint64_t began) {
  if (!tare_delays.is_on || !comm || !isRank(peer))
    return;
  struct flights *to = &all.flights[(size_t)all.rank * (size_t)all.ranks + (size_t)peer];
  struct flight *flight = &to->ring[to->sent % ON_THEIR_WAY];
  if (__atomic_load_n(&flight->is_on_its_way, __ATOMIC_ACQUIRE))
    stop("more than 4096 messages to one rank", " were sent and not received yet");
  flight->shared = comm->shared;
  flight->began = began;
  flight->tag = tag;
  __atomic_store_n(&flight->is_on_its_way, 1, __ATOMIC_RELEASE);
  __atomic_store_n(&to->sent, to->sent + 1, __ATOMIC_RELEASE);
}

void tare_delay_sending(struct tare_mpi_call *call, int peer, int tag, MPI_Comm handle) {
  if (!tare_delays.is_on)
    return;
  pthread_mutex_lock(&tare_messages.lock);
  struct tare_comm *comm = tare_comm_of(call, handle);
  tare_delay_started(comm, comm ? tare_comm_peer(comm, peer) : -1, tag, call->began_ns);
  pthread_mutex_unlock(&tare_messages.lock);
}

/* The oldest of its kind; null: it is not there yet. */
static struct flight *flightFrom(int32_t peer, const struct tare_comm *comm, int32_t tag) {
  struct flights *from = &all.flights[(size_t)peer * (size_t)all.ranks + (size_t)all.rank];
  uint64_t *first = &all.received[peer], sent = __atomic_load_n(&from->sent, __ATOMIC_ACQUIRE);
  while (*first < sent && !from->ring[*first % ON_THEIR_WAY].is_on_its_way)
    ++*first;
  for (uint64_t i = *first; i < sent; ++i) {
    struct flight *flight = &from->ring[i % ON_THEIR_WAY];
    if (flight->is_on_its_way && flight->shared == comm->shared && flight->tag == tag)
      return flight;
  }
  return NULL;
}

static struct flight *awaitFlight(int32_t peer, const struct tare_comm *comm, int32_t tag) {
  uint64_t since = 0;
  for (;;) {
    struct flight *flight = flightFrom(peer, comm, tag);
    if (flight)
      return flight;
    if (!goOn(&since))
      stop("a rank did not say when it sent", "; do threads of it call MPI at once?");
  }
}

void tare_delay_received(struct tare_mpi_call *call, const struct tare_comm *comm, int32_t peer,
                         int32_t tag, uint64_t bytes, uint64_t began) {
  if (!tare_delays.is_on || !comm || !isRank(peer))
    return;
  struct flight *flight = awaitFlight(peer, comm, tag);
  uint64_t from = flight->began, known = from + (uint64_t)tare_delays.latency_ns;
  if (bytes > tare_delays.eager_bytes && began > known)
    from += began - known;
  __atomic_store_n(&flight->is_on_its_way, 0, __ATOMIC_RELEASE);
  dueAt(call, from, 1, (double)bytes);
}

void tare_delay_probed(struct tare_mpi_call *call, const struct tare_comm *comm, int32_t peer,
                       int32_t tag, uint64_t bytes) {
  if (tare_delays.is_on && comm && isRank(peer))
    dueAt(call, awaitFlight(peer, comm, tag)->began, 1,
          bytes > tare_delays.eager_bytes ? 0 : (double)bytes);
}

void tare_delay_sent(struct tare_mpi_call *call, uint64_t began, uint32_t mode, int32_t peer,
                     uint64_t bytes) {
  if (!tare_delays.is_on || !isRank(peer))
    return;
  int is_long = bytes > tare_delays.eager_bytes && mode == TARE_MF_STANDARD;
  if (is_long || mode == TARE_MF_SYNCHRONOUS)
    dueAt(call, began, 1, (double)bytes);
}

int tare_delay_hides(struct tare_mpi_call *call, MPI_Comm handle, const MPI_Status *status) {
  int count = 0;
  if (!tare_delays.is_on || PMPI_Get_count(status, MPI_BYTE, &count) != MPI_SUCCESS)
    return 0;
  pthread_mutex_lock(&tare_messages.lock);
  struct tare_mpi_call found = {.due_ns = 0};
  struct tare_comm *comm = tare_comm_of(call, handle);
  if (comm)
    tare_delay_probed(&found, comm, tare_comm_peer(comm, status->MPI_SOURCE), status->MPI_TAG,
                      count > 0 ? (uint64_t)count : 0);
  pthread_mutex_unlock(&tare_messages.lock);
  return tare_clock_ns() < found.due_ns;
}

/* ---- collectives ---- */

static int isAlltoall(uint32_t function) {
  return function == TARE_FN_Alltoall || function == TARE_FN_Alltoallv ||
         function == TARE_FN_Alltoallw || function == TARE_FN_Ialltoall ||
         function == TARE_FN_Ialltoallv || function == TARE_FN_Ialltoallw;
}

static __thread struct {
  uint64_t began_ns; /* of its call; 0: none */
  struct tare_delayed_meeting meeting;
} told;

void tare_delay_entering(struct tare_mpi_call *call, struct tare_comm *comm, uint32_t shape,
                         int root, uint64_t sent, uint64_t received) {
  told.began_ns = 0;
  told.meeting = tare_delay_entered(call, comm, shape, root, sent > received ? sent : received);
  told.began_ns = call->began_ns;
}

struct tare_delayed_meeting tare_delay_entered(struct tare_mpi_call *call, struct tare_comm *comm,
                                               uint32_t shape, int root, uint64_t bytes) {
  if (told.began_ns && told.began_ns == call->began_ns)
    return told.meeting;
  struct tare_delayed_meeting meeting = {0, bytes, shape, root, isAlltoall(call->function)};
  int is_delayed = shape == TARE_MF_ALL || shape == TARE_MF_FROM_ROOT || shape == TARE_MF_TO_ROOT ||
                   shape == TARE_MF_SCAN;
  if (!tare_delays.is_on || !comm || comm->is_inter || !is_delayed)
    return meeting;
  struct entries *own = &all.entries[all.rank];
  meeting.ordinal = ++comm->meetings;
  own->ring[own->count % MEETINGS] =
      (struct entry){comm->shared, meeting.ordinal, call->began_ns, bytes};
  __atomic_store_n(&own->count, own->count + 1, __ATOMIC_RELEASE);
  return meeting;
}

/* 1: it is there, or long gone (then it began at 0). 0: it has not come yet. */
static int entryOf(int32_t rank, const struct tare_comm *comm, uint64_t ordinal, struct entry *to) {
  const struct entries *of = &all.entries[rank];
  uint64_t count = __atomic_load_n(&of->count, __ATOMIC_ACQUIRE);
  uint64_t oldest = count > MEETINGS ? count - MEETINGS : 0;
  int is_gone = 0;
  for (uint64_t i = count; i-- > oldest;) {
    *to = of->ring[i % MEETINGS];
    if (to->shared != comm->shared)
      continue;
    if (to->ordinal <= ordinal)
      return to->ordinal == ordinal;
    is_gone = 1;
  }
  *to = (struct entry){.shared = comm->shared};
  return is_gone;
}

static void takeEntry(const struct tare_comm *comm, int member, uint64_t ordinal,
                      struct entry *latest) {
  int32_t rank = comm->world ? comm->world[member] : member;
  struct entry found;
  uint64_t since = 0;
  if (!isRank(rank))
    return;
  while (!entryOf(rank, comm, ordinal, &found))
    if (!goOn(&since))
      stop("a rank did not say when it came to a collective", "; is it still in it?");
  if (found.began > latest->began)
    latest->began = found.began;
  if (found.bytes > latest->bytes)
    latest->bytes = found.bytes;
}

static double roundsOf(int members) {
  int rounds = 0;
  while ((1 << rounds) < members)
    ++rounds;
  return rounds;
}

/* Messages come from other members: a rank that comes late finds them there. One that only sends
 * does not wait: a broadcast's root, and the others of a reduction. */
void tare_delay_met(struct tare_mpi_call *call, const struct tare_comm *comm,
                    const struct tare_delayed_meeting *meeting) {
  if (!tare_delays.is_on || !meeting->ordinal || comm->peers < 2)
    return;
  int is_root = meeting->root == comm->rank, n = comm->peers;
  if ((meeting->shape == TARE_MF_FROM_ROOT && is_root) ||
      (meeting->shape == TARE_MF_TO_ROOT && !is_root) ||
      (meeting->shape == TARE_MF_SCAN && comm->rank == 0))
    return;
  struct entry latest = {.bytes = meeting->bytes};
  for (int member = 0; member < n; ++member)
    if (member != comm->rank &&
        ((meeting->shape == TARE_MF_FROM_ROOT && member == meeting->root) ||
         (meeting->shape == TARE_MF_SCAN && member < comm->rank) || meeting->shape == TARE_MF_ALL ||
         meeting->shape == TARE_MF_TO_ROOT))
      takeEntry(comm, member, meeting->ordinal, &latest);
  if (meeting->is_alltoall)
    dueAt(call, latest.began, n - 1, (double)latest.bytes / n);
  else
    dueAt(call, latest.began, roundsOf(n), (double)latest.bytes);
}
