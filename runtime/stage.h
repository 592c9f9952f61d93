/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of a process whose results lie on a network file system: they are written in $TMPDIR.
 */
#ifndef TARE_STAGE_H
#define TARE_STAGE_H

#include "own_file.h"

/* Called with a new, empty file that tare_own_take has taken.  Where TARE_STAGE or its file system
 * asks for it, `file` becomes one in $TMPDIR, or in /tmp where that is not set, and a note is left
 * at the place (staged.h).  Where there is no local folder with `space` bytes left, the file stays
 * in place, after one line on stderr.  0: it cannot be written at all. */
int tare_stage(struct tare_own_file *file, uint64_t space);

/* The process has ended with this file: brings it to its place, and removes what was local.  What
 * cannot be brought stays where it is, after one line.  Does nothing for a file in place.  The
 * window of libtare-window.so ends before: copying is no part of the program's time. */
void tare_stage_bring(struct tare_own_file *file);

/* Removes the file, its note and what was made for it. */
void tare_stage_discard(struct tare_own_file *file);

#endif
