/* SPDX-License-Identifier: Apache-2.0
 *
 * The file of messages: one shared mapping, as runtime/file.c has one for the profile.  Memory is
 * touched only where the disk has promised space: a full disk is never a SIGBUS in the program.
 */
#define _GNU_SOURCE
#include "env.h"
#include "folder.h"
#include "messages.h"
#include "stage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* Each makes its call of MPI longer, by 1.3 us a page: 90 us. The first one is smaller. */
enum { WRITE = 64 << 10, STEP = 256 << 10 };

static struct {
  struct tare_own_file own;
  char *base;
  uint64_t reach; /* bytes of address space */
  uint64_t end;   /* bytes that the disk has promised */
} file = {.own.fd = -1};

/* Pages of a new extent are cheapest to make with a write, and to map all at once; see file.c. */
static void bringIn(uint64_t from, uint64_t to) {
  static const char zeros[WRITE];
  for (uint64_t at = from; at < to;) {
    uint64_t size = WRITE - at % WRITE < to - at ? WRITE - at % WRITE : to - at;
    ssize_t written = pwrite(file.own.fd, zeros, size, (off_t)at);
    if (written <= 0)
      break;
    at += (uint64_t)written;
  }
  struct tare_pages all = tare_own_pages(file.base + from, to - from);
  if (madvise(all.first, all.size, MADV_POPULATE_WRITE) == 0)
    return;
  for (uint64_t at = from; at < to; at += TARE_MF_PAGE)
    *(volatile char *)(file.base + at) = 0;
}

static int promise(uint64_t to) {
  int error;
  if (to > file.reach || !tare_own_within_limit(to) || !tare_own_again(&file.own))
    return 0;
  do
    error = posix_fallocate(file.own.fd, (off_t)file.end, (off_t)(to - file.end));
  while (error == EINTR);
  struct tare_pages all = tare_own_pages(file.base + file.end, to - file.end);
  if (error || mprotect(all.first, all.size, PROT_READ | PROT_WRITE) != 0)
    return 0;
  bringIn(file.end, to);
  file.end = to;
  return 1;
}

/* Where address space is limited, most of it is the program's. */
static int mapWhole(void) {
  uint64_t reach = TARE_MF_PAGE + tare_env_message_bytes();
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      reach > limit.rlim_cur / 16)
    reach = limit.rlim_cur / 16 / TARE_MF_PAGE * TARE_MF_PAGE;
  if (reach < 2 * TARE_MF_PAGE)
    reach = 2 * TARE_MF_PAGE;
  void *at = mmap(NULL, reach, PROT_NONE, MAP_SHARED, file.own.fd, 0);
  if (at == MAP_FAILED)
    return 0;
  file.base = at;
  file.reach = reach;
  return madvise(at, reach, MADV_DONTFORK) == 0;
}

/* Never an existing file: other hosts have the same process numbers. */
static int openNew(void) {
  const char *base = tare_env_output();
  char *path = file.own.path;
  size_t size = sizeof file.own.path;
  snprintf(path, size, "%s", base);
  if (!tare_own_within_limit(2 * TARE_MF_PAGE) || !tare_folder_make(base))
    return -1;
  for (int again = 1; again < 1000; ++again) {
    int length = again == 1 ? snprintf(path, size, "%s/messages.%d", base, (int)getpid())
                            : snprintf(path, size, "%s/messages.%d-%d", base, (int)getpid(), again);
    if (length >= (int)size)
      return -1;
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

static int openFile(void) {
  return tare_own_take(&file.own, openNew()) &&
         tare_stage(&file.own, 2 * TARE_MF_PAGE + tare_env_message_bytes());
}

struct tare_mf_header *tare_message_file_create(void) {
  file.end = 0;
  if (!openFile()) {
    tare_say("cannot write messages in ", file.own.path, ": this rank records none");
    return NULL;
  }
  if (!mapWhole() || !promise(2 * TARE_MF_PAGE)) {
    tare_say("no space for messages in ", file.own.path, ": this rank records none");
    tare_stage_discard(&file.own);
    return NULL;
  }
  tare_messages.records = file.base + TARE_MF_PAGE;
  tare_messages.ready = TARE_MF_PAGE;
  return (struct tare_mf_header *)file.base;
}

int tare_message_file_grow(uint64_t used) {
  int kept = errno;
  uint64_t step = file.end < STEP ? WRITE : STEP;
  uint64_t to = (TARE_MF_PAGE + used + step - 1) / step * step;
  if (to > file.reach)
    to = file.reach;
  int ok = TARE_MF_PAGE + used <= to && promise(to);
  if (ok)
    tare_messages.ready = to - TARE_MF_PAGE;
  errno = kept;
  return ok;
}

void tare_message_file_trim(void) {
  if (tare_own_again(&file.own) &&
      ftruncate(file.own.fd, (off_t)(TARE_MF_PAGE + tare_messages.used)) == 0)
    close(file.own.fd);
  file.own.fd = -1;
}

void tare_message_file_bring(void) { tare_stage_bring(&file.own); }
void tare_message_file_forget(void) { tare_own_forget(&file.own); }
