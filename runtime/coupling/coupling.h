/* SPDX-License-Identifier: Apache-2.0
 *
 * libtare-coupling.so: kernels of a program are recorded in the order of their calls, or repeated
 * on the program's own data. Preloaded by `tare model --couple`; TARE_COUPLING says what to do.
 *
 *   call sites (coupling_abi.h) -> hooks.c -> record.c: the order of the calls
 *                                          -> repeat.c: windows of kernels, counted there,
 *                                             or timed by timing.c
 *   repeat.c uses snapshot.c (the program's data), blocks.c (what it allocated), team.c (threads),
 *   footprint.c (how much memory a window touches)
 */
#ifndef TARE_COUPLING_H
#define TARE_COUPLING_H

#include "coupling_abi.h"

#include <stddef.h>
#include <stdint.h>

enum tare_coupling_mode {
  TARE_COUPLING_OFF,
  TARE_COUPLING_ORDER, /* record the calls; the program runs to its end */
  TARE_COUPLING_CHECK, /* at one call count what repetitions do, and end */
  TARE_COUPLING_TIME,  /* at one call time repetitions, and end */
};

enum { TARE_COUPLING_LONGEST = 64, TARE_COUPLING_ARGUMENTS = 1024 };

/* What the driver asks for; read once from the environment. */
struct tare_coupling_request {
  enum tare_coupling_mode mode;
  int team;            /* the kernels are called by all threads of a region */
  uint64_t at;         /* the first call of the pass in which they are repeated, from 0 */
  unsigned cycle;      /* calls of one pass: positions */
  const char *windows; /* "first:length:mode,..." mode f: free, r: restored before each execution */
  double seconds;      /* about so long */
};
extern struct tare_coupling_request tare_coupling;

/* The copied arguments of one call. `block` numbers what its pointers pointed into. */
struct tare_call {
  struct tare_kernel *kernel;
  uint64_t blocks; /* of code that the call executed; in the counting program */
  uint64_t block[tare_kernel_pointers];
  unsigned char arguments[TARE_COUPLING_ARGUMENTS] __attribute__((aligned(64)));
};

/* A thread that called a kernel or executed counted code. Never freed. */
struct tare_coupling_thread {
  uint64_t blocks;        /* of code */
  uint64_t calls, hash;   /* calls that count here, and their order */
  struct tare_call *last; /* its last calls, by number modulo the cycle */
  int is_first;           /* the initial thread */
  int depth;              /* a kernel that calls a kernel: the outer call counts */
};
struct tare_coupling_thread *tare_coupling_self(void);
/* All of them, 0 to *count - 1. */
struct tare_coupling_thread *tare_coupling_threads(unsigned *count);
/* Blocks of code that all threads have executed. */
uint64_t tare_coupling_blocks(void);

/* ---- output: lines of words with tabs between ---- */
void tare_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Writes what was said. */
void tare_say_now(void);
/* Says why the kernels are not repeated, and ends the process. `position` -1: all of them. */
void tare_refuse(int position, const char *reason, const char *detail) __attribute__((noreturn));

/* ---- record.c ---- */
void tare_record_call(struct tare_kernel *kernel, int level, int team);
void tare_record_end(void);
void tare_say_sites(void);

/* ---- repeat.c ---- */
/* Called at each call of one pass, the first at position 0. Ends the process, unless the arguments
 * of a call are gone here and may be there at the next one. */
void tare_repeat(unsigned position, void *frame);

/* ---- team.c ---- */
int tare_team_level(void);
int tare_team_size(void);
int tare_team_number(void);
/* All threads of a team of `size`; ends the process if one does not come within a minute. */
void tare_team_meet(int size);

/* ---- blocks.c ---- */
struct tare_block {
  uintptr_t begin;
  size_t size;
  uint64_t number; /* counts from 1 */
};
void tare_blocks_begin(void);
/* The number of the block that holds an address; 0: none. */
uint64_t tare_block_holding(uintptr_t address);
/* All blocks that live, to `list` if that has room for them. Returns their number. */
size_t tare_blocks(struct tare_block *list, size_t room);
uint64_t tare_blocks_living(void);
/* From now on blocks that live now are counted when they are freed. */
void tare_blocks_watch(void);
uint64_t tare_blocks_freed(void);

/* ---- footprint.c ---- */
/* Before the program has data. */
void tare_footprint_begin(void);
/* From now on pages that are used are marked. Costs a walk over all pages. */
void tare_footprint_watch(void);
/* Bytes of the pages that were used since; 0: not known. */
uint64_t tare_footprint(void);
/* Says that nothing ran since: so much is used by watching alone. The least of several counts. */
void tare_footprint_of_nothing(void);

/* ---- snapshot.c ---- */
/* Finds the program's data: writable data of the executable, blocks, the stack from `frame` on
 * (null: no stack). Returns its size. */
size_t tare_snapshot_find(void *frame);
/* Room for `copies` of it. False: there is not enough memory. */
int tare_snapshot_room(unsigned copies);
void tare_snapshot_save(unsigned copy);
void tare_snapshot_restore(unsigned copy);
/* Reads the data once, so that they are where data lie that were used. */
void tare_snapshot_touch(void);
/* Whether an address lies in a frame of the initial thread that has ended. */
int tare_is_dead_stack(uintptr_t address, void *frame);

#endif
