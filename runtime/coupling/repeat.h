/* SPDX-License-Identifier: Apache-2.0
 *
 * What repeat.c, which brings kernels to the point where they can be repeated, shares with
 * timing.c.
 */
#ifndef TARE_REPEAT_H
#define TARE_REPEAT_H

enum { TARE_WINDOWS = 3 * 64 };

struct tare_window {
  unsigned first, length;
  int restored; /* the data are put back before each execution */
};
extern struct tare_window tare_windows[TARE_WINDOWS];
extern unsigned tare_window_count;
extern int tare_copies; /* of the data: one for each position, one for all, or none */

/* In a team one thread copies data, reads the clock and writes. */
int tare_is_leader(void);
/* Waits for all threads of the team. */
void tare_meet(void);
void tare_run_window(const struct tare_window *window);
/* Puts the data back as they were before a position; nothing without copies. */
void tare_put_back(unsigned position);

/* timing.c: windows in turns, until the time that was asked for is over. */
void tare_time_windows(void);

#endif
