/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "../profile_format.h"
#include "witness.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t file_size =
    TARE_WT_PAGE + (size_t)TARE_WT_MOST_THREADS * sizeof(struct tare_wt_thread);

/* All of it is promised by the disk at once: a full one must not be a SIGBUS in the program. */
static struct tare_wt_header *mapFile(const char *prefix) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s.%d", prefix, (int)getpid()) >= (int)sizeof path)
    return NULL;
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return NULL;
  void *at = MAP_FAILED;
  if (posix_fallocate(fd, 0, (off_t)file_size) == 0)
    at = mmap(NULL, file_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return at == MAP_FAILED ? NULL : at;
}

struct tare_wt_header *tare_witness_file(void) {
  const char *prefix = getenv("TARE_WITNESS");
  if (!prefix || !*prefix || getauxval(AT_SECURE))
    return NULL;
  struct tare_wt_header *h = mapFile(prefix);
  if (!h)
    return NULL;
  h->major = TARE_WT_MAJOR;
  h->clock = tare_clock_kind();
  h->pid = (uint64_t)getpid();
  tare_clock_pair(&h->start_tick, &h->start_ns);
  memcpy(h->magic, TARE_WT_MAGIC, sizeof h->magic);
  return h;
}

struct tare_wt_thread *tare_witness_record(struct tare_wt_header *header, uint64_t index) {
  return (struct tare_wt_thread *)((char *)header + TARE_WT_PAGE) + index;
}
