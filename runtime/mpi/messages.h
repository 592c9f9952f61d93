/* SPDX-License-Identifier: Apache-2.0
 *
 * Internal: the library of PMPI wrappers, which is preloaded into a rank.
 *
 *   program -> wrapper -> [call begins] -> PMPI -> [call returned] -> parts -> [call ends] -> file
 *
 * Everything behind "returned" happens under one lock, so that the parts of a call and the call
 * itself stand one behind the other in the file. PMPI functions that wait are never called there.
 */
#ifndef TARE_MESSAGES_H
#define TARE_MESSAGES_H

#include "clock.h"
#include "message_format.h"
#include "place_abi.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define TARE_LIKELY(x) __builtin_expect(!!(x), 1)
#define TARE_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define TARE_COLD __attribute__((noinline, cold))

enum tare_messages_phase {
  TARE_MESSAGES_NEW = 0,   /* MPI has not begun */
  TARE_MESSAGES_RECORDING, /* there is a file */
  TARE_MESSAGES_FULL,      /* only sums */
  TARE_MESSAGES_OFF        /* ended, failed, or switched off */
};

struct tare_messages {
  int phase; /* enum tare_messages_phase */
  struct tare_mf_header *header;
  char *records;       /* behind the header */
  uint64_t used;       /* bytes of records, with those of the call that is being written */
  uint64_t ready;      /* bytes that may be written */
  uint64_t requests;   /* numbers given */
  uint64_t ended;      /* calls */
  int grew;            /* the file, for this call */
  uint64_t near_ticks; /* polls that are farther apart are told apart */
  uint64_t second_ticks, next_beat;
  uint64_t pid;
  uint32_t threads;                        /* that have called MPI */
  int has_delays;                          /* tare_delays.is_on */
  int lost;                                /* a part of this call found no room */
  void (*where)(struct tare_place *place); /* null: no probes */
  pthread_mutex_t lock;
  unsigned char is_named[TARE_MF_FUNCTIONS];
};
extern struct tare_messages tare_messages;

/* A thread that calls MPI. */
struct tare_caller {
  const char *inside; /* frame of the wrapper that it is in; null: none */
  uint32_t number;    /* from 1; 0: none yet */
  uint64_t polls;     /* offset of its last record, which is a POLLS, + 1; 0: another one */
};
extern __thread struct tare_caller tare_caller __attribute__((tls_model("initial-exec")));

struct tare_mpi_call {
  uint64_t begin, end, site;
  uint64_t began_ns, due_ns; /* of delays.h; due 0: at once */
  uint64_t requests;         /* numbers given when it began: it can end none of the later ones */
  struct tare_place place;
  uint32_t function;
  int result;
  int polls; /* it may find nothing */
  int parts; /* it did something */
};

/* Before the first call that is recorded. 0: this one is not. */
int tare_messages_first(void);

/* 0: the call is one of MPI's own, or not recorded. Wrappers that a longjmp has left are forgotten
 * by their frames: stacks grow downwards. */
__attribute__((always_inline)) static inline int
tare_call_begin(struct tare_mpi_call *call, uint32_t function, const void *site) {
  int phase = __atomic_load_n(&tare_messages.phase, __ATOMIC_RELAXED);
  if (TARE_UNLIKELY(phase != TARE_MESSAGES_RECORDING) && !tare_messages_first())
    return 0;
  const char *frame = __builtin_frame_address(0);
  if (TARE_UNLIKELY(tare_caller.inside && frame < tare_caller.inside))
    return 0;
  tare_caller.inside = frame;
  call->function = function;
  call->site = (uint64_t)(uintptr_t)site;
  call->polls = call->parts = 0;
  call->requests = __atomic_load_n(&tare_messages.requests, __ATOMIC_RELAXED);
  call->due_ns = 0;
  if (TARE_UNLIKELY(tare_messages.has_delays))
    call->began_ns = tare_clock_ns();
  call->begin = tare_tick();
  return 1;
}

/* Takes the lock. 0: its parts are not wanted: it failed, or there is no room. */
int tare_call_returned(struct tare_mpi_call *call, int result);

/* A part, with its head filled in. Null: no room; then all of the call is only summed. */
void *tare_call_part(struct tare_mpi_call *call, enum tare_mf_kind kind, uint64_t size);

/* Writes the call and gives the lock back. */
void tare_call_end(struct tare_mpi_call *call);

/* message_file.c: header and first records; null after one line on stderr when that fails. */
struct tare_mf_header *tare_message_file_create(void);
/* Room for `used` bytes of records in all. 0: disk or limit. */
int tare_message_file_grow(uint64_t used);
/* Gives back what is not used; nothing may be written any more. */
void tare_message_file_trim(void);
void tare_message_file_bring(void);  /* where it was staged: to its place. The process ends. */
void tare_message_file_forget(void); /* in a forked child */

#endif
