/* SPDX-License-Identifier: Apache-2.0
 *
 * The message file of one rank: written by runtime/mpi, read only by analyzer/messages.
 * C11 and C++20; little-endian, fixed width.
 *
 *   file   = header page (4096 bytes), then records; `used` bytes of them are valid
 *   record = tare_mf_record, then what its kind has; a multiple of 8 bytes
 *
 * A CALL record is written when the call returns, and in front of it what it did: its parts.
 * Threads that call MPI at once write in turns: parts name their thread, and belong to its next
 * CALL. The file is MAP_SHARED while the program runs, so it is readable after any death of the
 * writer: `used` is stored (release) after the records that it covers.
 *
 * Ranks are those of MPI_COMM_WORLD. Requests have numbers from 1, each used once in a rank.
 */
#ifndef TARE_MESSAGE_FORMAT_H
#define TARE_MESSAGE_FORMAT_H

#include <stdint.h>

#define TARE_MF_MAGIC "TAREMSGS"
#define TARE_MF_MAJOR 1u
#define TARE_MF_MINOR 1u
#define TARE_MF_PAGE 4096u
#define TARE_MF_NO_NODE 0x0fffffffu   /* as TARE_PF_NO_NODE */
#define TARE_MF_ANY (-1)              /* MPI_ANY_SOURCE, MPI_ANY_TAG */
#define TARE_MF_NOBODY (-2)           /* MPI_PROC_NULL */
#define TARE_MF_FOREIGN (-3)          /* a process outside of MPI_COMM_WORLD (spawned, connected) */
#define TARE_MF_SHARED_OWN UINT64_MAX /* MPI_COMM_SELF */
#define TARE_MF_SHARED_UNKNOWN (UINT64_MAX - 1) /* made by a function that is not recorded */

enum tare_mf_status {
  TARE_MF_CLOSED = 1u << 0,    /* MPI_Finalize was called, or the program ended in peace */
  TARE_MF_FULL = 1u << 1,      /* disk or limit: later calls are only summed (header.sums) */
  TARE_MF_FINALIZED = 1u << 2, /* MPI_Finalize returned */
  TARE_MF_ABORTED = 1u << 3,   /* MPI_Abort was called here, or MPI ended the program */
  TARE_MF_SPAWNED = 1u << 4    /* started by MPI_Comm_spawn: its MPI_COMM_WORLD is another one */
};

enum tare_mf_kind {
  TARE_MF_NAME = 1,          /* of a function of MPI: tare_mf_name, before its first CALL */
  TARE_MF_COMMUNICATOR = 2,  /* a new one: tare_mf_communicator */
  TARE_MF_CALL = 3,          /* tare_mf_call */
  TARE_MF_SEND = 4,          /* part: tare_mf_message; begins with its call */
  TARE_MF_POST = 5,          /* part: tare_mf_message; a receive begins; peer, tag: may be ANY */
  TARE_MF_RECEIVED = 6,      /* part: tare_mf_message; a receive has ended; peer, tag, bytes: real
                                ones. A blocking receive has POST and RECEIVED */
  TARE_MF_SENT = 7,          /* part: tare_mf_message; a request of a send has ended */
  TARE_MF_COLLECTIVE = 8,    /* part: tare_mf_collective */
  TARE_MF_DROPPED = 9,       /* part: tare_mf_message; a request was freed or cancelled: its end is
                                not seen */
  TARE_MF_NOT_MODELLED = 10, /* part, without more: what it does to other ranks is not known
                                (one-sided, files, spawn, ...) */
  TARE_MF_PROBED = 11, /* part: tare_mf_message; a probe has found this message (peer, tag, bytes:
                          real ones), which a later receive takes */
  TARE_MF_POLLS = 12   /* tare_mf_polls: in place of CALL where nothing was found or ended */
};

struct tare_mf_record {
  uint16_t kind;   /* enum tare_mf_kind */
  uint16_t size8;  /* of the whole record, in units of 8 bytes; 0: see size */
  uint32_t thread; /* that called MPI: from 0, in the order of their first calls */
};

struct tare_mf_name {
  struct tare_mf_record record;
  uint32_t function; /* as in tare_mf_call */
  char text[36];     /* "MPI_Send" */
};

/* Its members follow: int32_t ranks[size], filled up to 8 bytes. */
struct tare_mf_communicator {
  struct tare_mf_record record;
  uint32_t id;     /* in this rank */
  uint32_t size;   /* members of the group of this rank */
  uint64_t shared; /* the same in all members, and in both groups of an intercommunicator: a hash
                      of how it was made. World: 0; else TARE_MF_SHARED_* */
  uint32_t remote; /* id of the group's communicator at the other end; 0: no intercommunicator */
  uint32_t reserved;
};

struct tare_mf_call {
  struct tare_mf_record record;
  uint32_t function;
  uint32_t node;       /* process-wide index of the construct or statement that it is in, as in the
                          rank's profile; TARE_MF_NO_NODE: none */
  uint32_t in_region;  /* 1: the thread is inside of a measured region */
  uint32_t slot;       /* thread slot of the profile; UINT32_MAX: it has none */
  uint64_t begin, end; /* ticks */
  uint64_t site;       /* address behind the call in the program */
};

/* Calls of one function (MPI_Iprobe, MPI_Test, ...) at one site that found or ended nothing, in a
 * row: no other call of the thread lies between them, and no region. From the begin of the first to
 * the end of the last. The record grows in place until the thread's next other record. */
struct tare_mf_polls {
  struct tare_mf_call call;
  uint64_t calls;
  uint64_t ticks; /* inside of them */
};

struct tare_mf_message {
  struct tare_mf_record record;
  uint64_t request; /* 0: it begins and ends in this call */
  int32_t peer, tag;
  uint32_t communicator; /* id in this rank */
  uint32_t mode;         /* enum tare_mf_mode, of a send */
  uint64_t bytes;        /* sent or received; of POST: room */
};
enum tare_mf_mode {
  TARE_MF_STANDARD = 0,
  TARE_MF_BUFFERED = 1,
  TARE_MF_SYNCHRONOUS = 2,
  TARE_MF_READY = 3
};

struct tare_mf_collective {
  struct tare_mf_record record;
  uint64_t request;      /* 0: it ends in this call; else a RECEIVED with this number (peer, tag:
                            ANY) ends it */
  uint32_t communicator; /* the k-th collective of a communicator is the same for all members */
  int32_t root;          /* -1: none; -2: the rank takes no part (intercommunicator) */
  uint32_t shape;        /* enum tare_mf_shape */
  uint32_t reserved;
  uint64_t sent, received; /* bytes of this rank's own contribution, and of what it gets, with what
                              it gets from itself; the same with MPI_IN_PLACE */
};
/* Who waits for whom. */
enum tare_mf_shape {
  TARE_MF_ALL = 0,        /* each for all: barrier, allreduce, allgather, alltoall, creation (on
                             the parent; MPI_Comm_create_group and MPI_Intercomm_create: on the new
                             communicator) */
  TARE_MF_FROM_ROOT = 1,  /* each for the root: bcast, scatter */
  TARE_MF_TO_ROOT = 2,    /* the root for all: reduce, gather */
  TARE_MF_SCAN = 3,       /* each for those before it: scan, exscan */
  TARE_MF_NEIGHBOURS = 4, /* each for its neighbours, which are not known */
  TARE_MF_START = 5,      /* MPI_Init */
  TARE_MF_END = 6         /* MPI_Finalize */
};

/* Sums of one function, also where its calls are no longer recorded. */
struct tare_mf_sum {
  uint64_t calls, ticks;
};
#define TARE_MF_FUNCTIONS 208u

struct tare_mf_header {
  char magic[8];
  uint32_t major, minor;
  uint32_t header_size;
  uint32_t clock; /* enum tare_pf_clock, as in the profile */
  uint64_t pid;
  uint64_t start_tick, start_ns; /* when MPI_Init was called; CLOCK_MONOTONIC at the same moment */
  uint64_t beat_tick, beat_ns;   /* a later pair: the rate of ticks */
  uint64_t stop_tick, stop_ns;   /* when MPI_Finalize returned; 0: it did not */
  uint64_t used;                 /* bytes of records; stored (release) last */
  uint64_t unrecorded;           /* calls that are only in the sums */
  int32_t rank, size;            /* of MPI_COMM_WORLD */
  uint32_t status;               /* tare_mf_status bits */
  uint32_t thread_level;         /* MPI_THREAD_SINGLE 0, FUNNELED 1, SERIALIZED 2, MULTIPLE 3 */
  char host[64];                 /* MPI_Get_processor_name, cut */
  char library[64];              /* first line of MPI_Get_library_version, cut */
  char job[64];                  /* "slurm 1234.0"; empty: none is known */
  struct tare_mf_sum sums[TARE_MF_FUNCTIONS];
  /* What the library itself took behind calls, from version 1.1 on (else 0): of some calls, whose
   * number is `timed`, and of all times that the file grew, which these do not have. */
  uint64_t timed_ticks, timed, grow_ticks;
};

#ifdef __cplusplus
#define TARE_MF_ASSERT static_assert
#else
#define TARE_MF_ASSERT _Static_assert
#endif
TARE_MF_ASSERT(sizeof(struct tare_mf_record) == 8, "record");
TARE_MF_ASSERT(sizeof(struct tare_mf_name) == 48, "name");
TARE_MF_ASSERT(sizeof(struct tare_mf_communicator) == 32, "communicator");
TARE_MF_ASSERT(sizeof(struct tare_mf_call) == 48, "call");
TARE_MF_ASSERT(sizeof(struct tare_mf_polls) == 64, "polls");
TARE_MF_ASSERT(sizeof(struct tare_mf_message) == 40, "message");
TARE_MF_ASSERT(sizeof(struct tare_mf_collective) == 48, "collective");
TARE_MF_ASSERT(sizeof(struct tare_mf_header) <= TARE_MF_PAGE, "header");
#undef TARE_MF_ASSERT

#endif
