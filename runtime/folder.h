/* SPDX-License-Identifier: Apache-2.0
 *
 * The results folder of a program that was started by hand:
 *   $TARE_OUTPUT_DIR or ./tare-results / tare-<program>-<UTC>-<host>-<pid> / profile.tare
 */
#ifndef TARE_FOLDER_H
#define TARE_FOLDER_H

#include <stddef.h>

#define TARE_PATH_SIZE 4096

/* A folder for results, with its parents. 0: it cannot be made. */
int tare_folder_make(const char *base);

/* A new, private profile file; its descriptor, or -1. `path` receives the file, or on failure the
 * base folder. */
int tare_folder_open_profile(char *path, size_t size);

/* Writes "$TARE_IDLE.<pid>" with the name of the object whose probes are off: whoever measures a
 * plain program learns that it has some. Does nothing without TARE_IDLE. */
void tare_folder_tell_idle(const char *object);

#endif
