/* SPDX-License-Identifier: Apache-2.0
 *
 * A small file "<prefix>.<pid>", mapped as long as the process lives.  On a network file system, or
 * with TARE_STAGE=always, it is memory, and written in the end.
 */
#ifndef TARE_PROCESS_FILE_H
#define TARE_PROCESS_FILE_H

#include <stddef.h>

/* Zeroed and shared with the file. All of it is promised by the disk at once: a full one must not
 * be a SIGBUS in the program. Null: there is no such file. */
void *tare_process_file(const char *prefix, size_t size);

/* All is in it: writes it where it is not mapped. */
void tare_process_file_end(void);

#endif
