/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "process_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

void *tare_process_file(const char *prefix, size_t size) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s.%d", prefix, (int)getpid()) >= (int)sizeof path)
    return NULL;
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return NULL;
  void *at = MAP_FAILED;
  if (posix_fallocate(fd, 0, (off_t)size) == 0)
    at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return at == MAP_FAILED ? NULL : at;
}
