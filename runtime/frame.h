/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames (regions that a thread is inside of) and the stack of cells below each.
 */
#ifndef TARE_FRAME_H
#define TARE_FRAME_H

#include "state.h"

static inline struct tare_open *tare_opened(struct tare_region *region) {
  return (struct tare_open *)region;
}

/* Asking costs 1 us, 4 where the thread has lost its core since: at most once a millisecond. */
static inline int tare_runq_due(const struct tare_thread *t, uint64_t now) {
  return now - t->runq_tick > tare_rt.ticks_per_ms;
}

/* `cells`: the region's own on this thread. `flags`: TARE_FRAME_MASTER or 0. */
void tare_frame_push(struct tare_thread *thread, const struct tare_open *region,
                     struct tare_pf_node *cells, uint32_t flags);
void tare_cell_push(struct tare_thread *thread, struct tare_pf_cell *cell, uint32_t node,
                    uint32_t slot);

/* The thread that forked the region has done its work in it, and waits for its end. */
void tare_frame_finish(struct tare_thread *thread, uint64_t now);

/* Back to the region's own cell, over constructs whose end was not seen. */
void tare_frame_unwind(struct tare_thread *thread);

/* Ends a wait that was left without barrier_leave (cancellation), as that would have. */
void tare_frame_end_wait(struct tare_thread *thread, uint64_t now);

/* The outermost frame of a worker that will never finish its region: what it spent is booked, up to
 * its last transition; the log does not know of it. */
void tare_frame_abandon(struct tare_thread *thread);

/* The enclosing state and segment are current again. */
void tare_frame_pop(struct tare_thread *thread);

#endif
