/* SPDX-License-Identifier: Apache-2.0
 *
 * The initial thread outside regions: which statement of serial code its time goes to.
 *
 *   serial (probes) -> [initial] -> cells; region: a fork leaves the statement, the join comes back
 *
 * Until the first region there is no file (programs of a build that never fork leave nothing), so
 * times are kept in private memory first and moved into the file when there is one.  Only the
 * initial thread itself touches any of this.
 */
#ifndef TARE_INITIAL_H
#define TARE_INITIAL_H

#include "log.h"

enum { TARE_SERIAL_STACK = 4096 }; /* statements inside each other; deeper ones are their outer's */

struct tare_serial_entry {
  struct tare_pf_cell *cell;
  uintptr_t frame; /* the frame of the probe that began it */
  uint32_t module; /* its slot */
  uint32_t node;   /* in the module */
  uint32_t index;  /* the same, process-wide */
};

struct tare_initial {
  struct tare_thread *thread;  /* null: not in the file yet, or no file yet */
  struct tare_pf_thread *pf;   /* null: no probe was met yet; private memory before the file */
  struct tare_pf_node **cells; /* by module slot */
  uint32_t depth;
  struct tare_serial_entry stack[TARE_SERIAL_STACK];
};
extern struct tare_initial tare_initial;

/* For the first probe of serial code, and the first one with a file: opens the profile if the unit
 * is of the serial program.  Null: do not measure. */
struct tare_initial *tare_initial_open(struct tare_module *module);
/* Makes the cells of a unit. Null: no memory, or no space. */
struct tare_pf_node *tare_initial_cells(struct tare_module *module);
/* There is a file: moves everything up to `now` from private memory into it. The caller books the
 * time that this takes. */
void tare_initial_adopt(uint64_t now);
/* The OpenMP runtime has started in serial code, and took this long: the first fork's time. */
void tare_initial_started(uint64_t ticks);
/* Books that start as time of what the thread does next. */
void tare_initial_take_start(struct tare_pf_thread *pf);
/* The window ends. */
void tare_initial_close(uint64_t now);
void tare_initial_forget(void); /* in a forked child */

/* Enough was seen of a statement to judge: is it too short to be measured each time? */
void tare_initial_judge(struct tare_pf_cell *cell, const struct tare_module *module);
/* Gives the time of a statement that is no longer measured to the code around it. */
void tare_initial_give(struct tare_pf_cell *cell);

/* In which statement a region is forked, or another statement begun, be it in another function. */
static inline void tare_initial_note(uint32_t known[TARE_PF_OUTER], uint32_t depth, uint32_t node) {
  if (depth && tare_initial.stack[depth - 1].index != node)
    tare_note_outer(known, tare_initial.stack[depth - 1].index);
}

static inline int tare_is_stopped(const struct tare_pf_cell *cell) {
  return cell->mark_segment != 0;
}

/* One transition outside regions. */
static inline void tare_initial_move(struct tare_pf_thread *pf, struct tare_pf_cell *next,
                                     uint64_t now) {
  struct tare_pf_cell *cell = (struct tare_pf_cell *)(uintptr_t)pf->current;
  *(cell ? &cell->ticks : &pf->serial_ticks) += now - pf->last;
  pf->last = now;
  pf->current = (uint64_t)(uintptr_t)next;
}

#endif
