/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors of ours in a process that has its own.
 */
#ifndef TARE_DESCRIPTOR_H
#define TARE_DESCRIPTOR_H

#include <fcntl.h>
#include <unistd.h>

/* Away from the low numbers that programs and their tests know. What cannot be moved stays. */
static inline int tare_descriptor_high(int fd) {
  int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 600);
  if (high < 0)
    return fd;
  close(fd);
  return high;
}

#endif
