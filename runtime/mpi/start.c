/* SPDX-License-Identifier: Apache-2.0
 *
 *   MPI_Init: file -> recording -> MPI_Finalize, or the program's end: file closed
 */
#define _GNU_SOURCE
#include "delays.h"
#include "env.h"
#include "functions.h"
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TARE_SHOWN __attribute__((visibility("default")))

struct tare_messages tare_messages = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void setPhase(int phase) { __atomic_store_n(&tare_messages.phase, phase, __ATOMIC_RELEASE); }

TARE_SHOWN void tare_mpi_attach(uint32_t version, void (*where)(struct tare_place *place)) {
  if (version == TARE_PLACE_VERSION)
    __atomic_store_n(&tare_messages.where, where, __ATOMIC_RELEASE);
}

/* ---- the begin ---- */

static void afterForkInChild(void) {
  if (tare_messages.header)
    tare_message_file_forget();
  tare_messages.header = NULL;
  setPhase(TARE_MESSAGES_OFF);
}

/* A pair from before MPI_Init, and one from after it, say how fast the clock ticks. */
static void rateClock(struct tare_mf_header *h) {
  tare_clock_pair(&h->beat_tick, &h->beat_ns);
  double ns = (double)(h->beat_ns - h->start_ns), ticks = (double)(h->beat_tick - h->start_tick);
  double per_ns = ns > 1000 ? ticks / ns : 1;
  tare_messages.near_ticks = (uint64_t)(per_ns * 50e3);
  tare_messages.second_ticks = (uint64_t)(per_ns * 1e9);
  tare_messages.next_beat = h->beat_tick + tare_messages.second_ticks;
}

static void copyText(char *to, size_t size, const char *from) {
  size_t length = strcspn(from, "\r\n");
  if (length > size - 1)
    length = size - 1;
  for (size_t i = 0; i < length; ++i)
    to[i] = from[i] == '\t' ? ' ' : from[i];
  to[length] = 0;
}

static void nameProcess(struct tare_mf_header *h) {
  char host[MPI_MAX_PROCESSOR_NAME + 1] = "";
  static char library[MPI_MAX_LIBRARY_VERSION_STRING + 1];
  MPI_Comm parent = MPI_COMM_NULL;
  int length, level = MPI_THREAD_SINGLE;
  PMPI_Get_processor_name(host, &length);
  PMPI_Get_library_version(library, &length);
  PMPI_Query_thread(&level);
  PMPI_Comm_get_parent(&parent);
  copyText(h->host, sizeof h->host, host);
  copyText(h->library, sizeof h->library, library);
  tare_env_job(h->job, sizeof h->job);
  h->thread_level = level >= MPI_THREAD_MULTIPLE     ? 3
                    : level >= MPI_THREAD_SERIALIZED ? 2
                    : level >= MPI_THREAD_FUNNELED   ? 1
                                                     : 0;
  if (parent != MPI_COMM_NULL)
    h->status |= TARE_MF_SPAWNED;
}

static void writeHeader(struct tare_mf_header *h, uint64_t tick, uint64_t ns) {
  h->major = TARE_MF_MAJOR;
  h->minor = TARE_MF_MINOR;
  h->header_size = sizeof *h;
  h->clock = tare_clock_kind();
  h->pid = tare_messages.pid = (uint64_t)getpid();
  h->start_tick = tick;
  h->start_ns = ns;
  PMPI_Comm_rank(MPI_COMM_WORLD, &h->rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &h->size);
  nameProcess(h);
  rateClock(h);
  memcpy(h->magic, TARE_MF_MAGIC, sizeof h->magic);
}

/* MPI has begun at `tick`. Any thread; the first one does it. */
static void beginRecording(uint64_t tick, uint64_t ns) {
  struct tare_mpi_call none = {.function = 0};
  pthread_mutex_lock(&tare_messages.lock);
  if (tare_messages.phase == TARE_MESSAGES_NEW) {
    struct tare_mf_header *header = tare_message_file_create();
    if (header) {
      tare_messages.header = header;
      writeHeader(header, tick, ns);
      tare_caller.number = tare_messages.threads = 1;
      tare_comm_begin(&none);
      pthread_atfork(NULL, NULL, afterForkInChild);
    }
    setPhase(header ? TARE_MESSAGES_RECORDING : TARE_MESSAGES_OFF);
  }
  pthread_mutex_unlock(&tare_messages.lock);
}

/* The environment is read before MPI_Init. 0: nothing is recorded. */
static int isWanted(void) {
  static int is_chosen; /* 2: and messages are delayed, also where nothing is measured */
  if (tare_messages.phase != TARE_MESSAGES_NEW)
    return 0;
  if (!is_chosen && !tare_env_secure()) {
    tare_env_remember();
    tare_clock_choose();
    is_chosen = 1 + tare_delays_read();
  }
  if (!is_chosen || (!tare_env_enabled() && is_chosen == 1)) {
    setPhase(TARE_MESSAGES_OFF);
    return 0;
  }
  return 1;
}

__attribute__((constructor)) static void readEnvironment(void) { isWanted(); }

int tare_messages_first(void) {
  int phase = __atomic_load_n(&tare_messages.phase, __ATOMIC_ACQUIRE);
  if (phase == TARE_MESSAGES_FULL)
    return 1;
  int has_begun = 0, has_ended = 0;
  if (phase == TARE_MESSAGES_NEW && isWanted() && PMPI_Initialized(&has_begun) == MPI_SUCCESS &&
      PMPI_Finalized(&has_ended) == MPI_SUCCESS && has_begun && !has_ended) {
    uint64_t tick, ns;
    tare_clock_pair(&tick, &ns);
    beginRecording(tick, ns);
  }
  return __atomic_load_n(&tare_messages.phase, __ATOMIC_ACQUIRE) == TARE_MESSAGES_RECORDING;
}

/* ---- MPI_Init ---- */

/* The file's making belongs to the call: no program's code runs meanwhile. */
static void begun(int result, uint32_t function, const void *site, uint64_t tick, uint64_t ns) {
  struct tare_mpi_call call = {
      .begin = tick, .function = function, .site = (uint64_t)(uintptr_t)site};
  if (result != MPI_SUCCESS)
    return;
  beginRecording(tick, ns);
  tare_delays_begin();
  if (tare_messages.phase != TARE_MESSAGES_RECORDING)
    return;
  if (tare_call_returned(&call, result))
    tare_meeting(&call, MPI_COMM_WORLD, TARE_MF_START);
  tare_call_end(&call);
}

TARE_SHOWN int MPI_Init(int *argc, char ***argv) {
  uint64_t tick, ns;
  if (!isWanted())
    return PMPI_Init(argc, argv);
  tare_clock_pair(&tick, &ns);
  int result = PMPI_Init(argc, argv);
  begun(result, TARE_FN_Init, __builtin_return_address(0), tick, ns);
  return result;
}

TARE_SHOWN int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  uint64_t tick, ns;
  if (!isWanted())
    return PMPI_Init_thread(argc, argv, required, provided);
  tare_clock_pair(&tick, &ns);
  int result = PMPI_Init_thread(argc, argv, required, provided);
  begun(result, TARE_FN_Init_thread, __builtin_return_address(0), tick, ns);
  return result;
}

/* ---- the end ---- */

static int isOurs(void) {
  return tare_messages.header && tare_messages.pid == (uint64_t)getpid() &&
         (tare_messages.phase == TARE_MESSAGES_RECORDING ||
          tare_messages.phase == TARE_MESSAGES_FULL);
}

static void setStatus(uint32_t bits) {
  __atomic_fetch_or(&tare_messages.header->status, bits, __ATOMIC_RELAXED);
}

TARE_SHOWN int MPI_Finalize(void) {
  struct tare_mpi_call call;
  if (!tare_call_begin(&call, TARE_FN_Finalize, __builtin_return_address(0)))
    return PMPI_Finalize();
  setStatus(TARE_MF_CLOSED);
  int result = PMPI_Finalize();
  struct tare_mf_header *h = tare_messages.header;
  if (tare_call_returned(&call, result))
    tare_meeting(&call, MPI_COMM_WORLD, TARE_MF_END);
  tare_call_end(&call);
  tare_clock_pair(&h->beat_tick, &h->beat_ns);
  h->stop_ns = h->beat_ns;
  h->stop_tick = h->beat_tick;
  if (result == MPI_SUCCESS) {
    setStatus(TARE_MF_FINALIZED);
    setPhase(TARE_MESSAGES_OFF);
    tare_message_file_trim();
  }
  return result;
}

/* It does not return: its call is told before. */
TARE_SHOWN int MPI_Abort(MPI_Comm comm, int code) {
  struct tare_mpi_call call;
  if (isOurs() && tare_call_begin(&call, TARE_FN_Abort, __builtin_return_address(0))) {
    setStatus(TARE_MF_ABORTED);
    if (tare_call_returned(&call, MPI_SUCCESS))
      tare_not_modelled(&call);
    tare_call_end(&call);
  } else if (isOurs()) {
    setStatus(TARE_MF_ABORTED);
  }
  return PMPI_Abort(comm, code);
}

/* Without MPI_Finalize. A forked child has no part in it. In a call of MPI: an error there was
 * fatal. */
static void closeMessages(void) {
  struct tare_mf_header *h = tare_messages.header;
  int is_inside =
      tare_caller.inside && (const char *)__builtin_frame_address(0) < tare_caller.inside;
  tare_clock_pair(&h->beat_tick, &h->beat_ns);
  if (is_inside)
    setStatus(TARE_MF_ABORTED);
  if (!(h->status & TARE_MF_ABORTED))
    setStatus(TARE_MF_CLOSED);
}

/* Copying must not be in the window of a profile: the runtime may end before this library, or after
 * it. */
static int is_closed, has_profile_ended;

static void bringFile(void) {
  if (tare_messages.header && tare_messages.pid == (uint64_t)getpid())
    tare_message_file_bring();
}

TARE_SHOWN void tare_mpi_profile_ended(void) {
  has_profile_ended = 1;
  if (is_closed)
    bringFile();
}

__attribute__((destructor)) static void endMessages(void) {
  if (isOurs())
    closeMessages();
  is_closed = 1;
  if (!tare_messages.where || has_profile_ended)
    bringFile();
}
