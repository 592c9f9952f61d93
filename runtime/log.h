/* SPDX-License-Identifier: Apache-2.0
 *
 * The log: one sentence (tare_pf_segment and its spent records) for each stretch of a thread
 * between two common points of its team.  Written into a half of fixed size; a full half is
 * thinned into the other one by raising the sampling levels.
 */
#ifndef TARE_LOG_H
#define TARE_LOG_H

#include "state.h"

/* Two LOG blocks for a new thread slot. Without space the log stays off, the cells go on. */
void tare_log_make(struct tare_thread *thread);

/* A segment begins at `open`; cells on the stack of the innermost frame belong to it. */
void tare_segment_begin(struct tare_thread *thread, uint64_t open);

/* It ends at `arrive`, and a wait begins whose cell is on top of the stack. The sentence is
 * written, but waits for its leave to be published. Cells that are entered before the next begin
 * belong to the tasks of the wait. */
void tare_segment_end(struct tare_thread *thread, uint64_t arrive, uint32_t barrier_node,
                      uint32_t flags);

/* Publishes the sentence that waits at the innermost level. `leave` 0: not known yet, or never;
 * a later call may still fill it in. */
void tare_segment_publish(struct tare_thread *thread, uint64_t leave);

/* The wait after the last segment is over, on the level of frame `index`. If tasks ran in it, up to
 * `until`, they get a sentence of their own (TARE_SEG_IN_WAIT), one for all of them. */
void tare_segment_waited(struct tare_thread *thread, uint32_t index, uint64_t until);

/* Books a nested region of `ticks` into the innermost level's open segment. */
void tare_segment_nested(struct tare_thread *thread, uint32_t node, uint64_t ticks);

/* Books the Q of a gap in the innermost level's wait, that a task of `node` ended. */
void tare_segment_fetch(struct tare_thread *thread, uint32_t node, uint64_t ticks);

/* Makes room for `need` more bytes, beyond a reserve. Slow; call it outside timed states. */
void tare_log_tend(struct tare_thread *thread, uint64_t need);

/* What a construct is executed in, be it in another function: the node `outer`. */
static inline void tare_note_outer(uint32_t known[TARE_PF_OUTER], uint32_t outer) {
  uint32_t index = outer + 1;
  if (TARE_LIKELY(index == known[0]) || index == known[1])
    return;
  if (!known[0])
    known[0] = index;
  else
    known[1] = known[1] ? TARE_PF_MORE : index;
}

TARE_COLD void tare_touch(struct tare_thread *thread, struct tare_pf_cell *cell, uint32_t node,
                          uint32_t slot, uint32_t counted);

enum { TARE_LOG_RESERVE = 24 << 10 }; /* bytes that should be ready for the next sentences */

static inline int tare_log_needs_care(const struct tare_thread *thread) {
  return !thread->log.off && thread->log.used + TARE_LOG_RESERVE > thread->log.ready;
}

/* Time goes to a cell: the open segment must know it.  `counted`: entries of the cell, 0 or 1, that
 * were counted on this occasion already, so that they are the segment's. */
static inline void tare_meet(struct tare_thread *thread, struct tare_pf_cell *cell, uint32_t node,
                             uint32_t slot, uint32_t counted) {
  if (TARE_UNLIKELY(cell->mark_segment != thread->segment))
    tare_touch(thread, cell, node, slot, counted);
}

/* After a push. */
static inline void tare_enter(struct tare_thread *thread, struct tare_pf_cell *cell, uint32_t node,
                              uint32_t slot) {
  tare_meet(thread, cell, node, slot, 1);
}

static inline uint64_t tare_mix(uint64_t x) { /* splitmix64's finaliser */
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

static inline int tare_instance_kept(uint64_t instance, uint32_t level) {
  return (tare_mix(instance ^ tare_rt.seed) & ((1ull << level) - 1)) == 0;
}

static inline int tare_ordinal_kept(uint64_t ordinal, uint32_t level) {
  return (tare_mix(ordinal + 0x9e3779b97f4a7c15ull) & ((1ull << level) - 1)) == 0;
}

#endif
