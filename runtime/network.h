/* SPDX-License-Identifier: Apache-2.0
 *
 * Which files are not to be mapped where they lie.
 */
#ifndef TARE_NETWORK_H
#define TARE_NETWORK_H

#include <stdint.h>
#include <string.h>
#include <sys/vfs.h>

/* TARE_STAGE. By default the file system decides. */
enum tare_stage_wish {
  TARE_STAGE_BY_FILE_SYSTEM,
  TARE_STAGE_ALWAYS,
  TARE_STAGE_NEVER,
  TARE_STAGE_UNKNOWN
};

static inline enum tare_stage_wish tare_stage_wish(const char *text) {
  if (!text || !*text)
    return TARE_STAGE_BY_FILE_SYSTEM;
  if (strcmp(text, "always") == 0)
    return TARE_STAGE_ALWAYS;
  return strcmp(text, "never") == 0 ? TARE_STAGE_NEVER : TARE_STAGE_UNKNOWN;
}

/* Of statfs's f_type; null: it is none of the list. */
static inline const char *tare_network_file_system(uint32_t type) {
#define TARE_NETWORK_FILE_SYSTEM(number, name)                                                     \
  if (type == number)                                                                              \
    return name;
#include "network_file_systems.def"
#undef TARE_NETWORK_FILE_SYSTEM
  return NULL;
}

/* Of an open file; likewise. */
static inline const char *tare_network_of(int fd) {
  struct statfs system;
  return fstatfs(fd, &system) == 0 ? tare_network_file_system((uint32_t)system.f_type) : NULL;
}

#endif
