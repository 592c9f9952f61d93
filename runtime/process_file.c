/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "process_file.h"
#include "network.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
  char path[PATH_MAX]; /* empty: the file is mapped */
  const void *at;
  size_t size;
} kept;

/* The program may have changed its folder until the file is written. */
static int isKeptInMemory(int fd, const char *path) {
  enum tare_stage_wish wish = tare_stage_wish(getenv("TARE_STAGE"));
  if (wish == TARE_STAGE_NEVER || (wish != TARE_STAGE_ALWAYS && !tare_network_of(fd)))
    return 0;
  return realpath(path, kept.path) != NULL;
}

void *tare_process_file(const char *prefix, size_t size) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s.%d", prefix, (int)getpid()) >= (int)sizeof path)
    return NULL;
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return NULL;
  void *at = MAP_FAILED;
  if (posix_fallocate(fd, 0, (off_t)size) == 0)
    at = isKeptInMemory(fd, path)
             ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
             : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (at == MAP_FAILED)
    return NULL;
  kept.at = at;
  kept.size = size;
  return at;
}

void tare_process_file_end(void) {
  int fd = *kept.path ? open(kept.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
  if (fd < 0)
    return;
  ssize_t written = pwrite(fd, kept.at, kept.size, 0);
  (void)written; /* its space was promised; a file that was cut has no magic or no end */
  close(fd);
}
