/* SPDX-License-Identifier: Apache-2.0
 *
 * The file of messages: one shared mapping, as runtime/file.c has one for the profile.  Memory is
 * touched only where the disk has promised space: a full disk is never a SIGBUS in the program.
 */
#define _GNU_SOURCE
#include "descriptor.h"
#include "env.h"
#include "folder.h"
#include "messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* Each makes its call of MPI longer, by 1.3 us a page: 90 us. The first one is smaller. */
enum { WRITE = 64 << 10, STEP = 256 << 10 };

static struct {
  int fd;
  dev_t device;
  ino_t inode;
  char *base;
  uint64_t reach; /* bytes of address space */
  uint64_t end;   /* bytes that the disk has promised */
  char path[TARE_PATH_SIZE];
} file = {.fd = -1};

/* A program that closes all descriptors and opens its own must not find us writing there. */
static int isOurs(int fd) {
  struct stat now;
  return fd >= 0 && fstat(fd, &now) == 0 && now.st_dev == file.device && now.st_ino == file.inode;
}

static int isOursAgain(void) {
  if (isOurs(file.fd))
    return 1;
  int fd = tare_descriptor_high(open(file.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  if (!isOurs(fd)) {
    if (fd >= 0)
      close(fd);
    return 0;
  }
  file.fd = fd;
  return 1;
}

/* Exceeding RLIMIT_FSIZE would be a SIGXFSZ in the program. */
static int isWithinLimit(uint64_t end) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         end <= limit.rlim_cur;
}

/* Pages of a new extent are cheapest to make with a write, and to map all at once; see file.c. */
static void bringIn(uint64_t from, uint64_t to) {
  static const char zeros[WRITE];
  for (uint64_t at = from; at < to;) {
    uint64_t size = WRITE - at % WRITE < to - at ? WRITE - at % WRITE : to - at;
    ssize_t written = pwrite(file.fd, zeros, size, (off_t)at);
    if (written <= 0)
      break;
    at += (uint64_t)written;
  }
  if (madvise(file.base + from, to - from, MADV_POPULATE_WRITE) == 0)
    return;
  for (uint64_t at = from; at < to; at += TARE_MF_PAGE)
    *(volatile char *)(file.base + at) = 0;
}

static int promise(uint64_t to) {
  int error;
  if (to > file.reach || !isWithinLimit(to) || !isOursAgain())
    return 0;
  do
    error = posix_fallocate(file.fd, (off_t)file.end, (off_t)(to - file.end));
  while (error == EINTR);
  if (error || mprotect(file.base + file.end, to - file.end, PROT_READ | PROT_WRITE) != 0)
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
  void *at = mmap(NULL, reach, PROT_NONE, MAP_SHARED, file.fd, 0);
  if (at == MAP_FAILED)
    return 0;
  file.base = at;
  file.reach = reach;
  return madvise(at, reach, MADV_DONTFORK) == 0;
}

/* Never an existing file: other hosts have the same process numbers. */
static int openNew(void) {
  const char *base = tare_env_output();
  snprintf(file.path, sizeof file.path, "%s", base);
  if (!isWithinLimit(2 * TARE_MF_PAGE) || !tare_folder_make(base))
    return -1;
  for (int again = 1; again < 1000; ++again) {
    int length = again == 1
                     ? snprintf(file.path, sizeof file.path, "%s/messages.%d", base, (int)getpid())
                     : snprintf(file.path, sizeof file.path, "%s/messages.%d-%d", base,
                                (int)getpid(), again);
    if (length >= (int)sizeof file.path)
      return -1;
    int fd = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

static int openFile(void) {
  struct stat made;
  file.fd = tare_descriptor_high(openNew());
  if (file.fd < 0 || fstat(file.fd, &made) != 0)
    return 0;
  file.device = made.st_dev;
  file.inode = made.st_ino;
  return 1;
}

struct tare_mf_header *tare_message_file_create(void) {
  file.end = 0;
  if (!openFile()) {
    tare_say("cannot write messages in ", file.path, ": this rank records none");
    return NULL;
  }
  if (!mapWhole() || !promise(2 * TARE_MF_PAGE)) {
    tare_say("no space for messages in ", file.path, ": this rank records none");
    unlink(file.path);
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
  if (isOursAgain() && ftruncate(file.fd, (off_t)(TARE_MF_PAGE + tare_messages.used)) == 0)
    close(file.fd);
  file.fd = -1;
}

void tare_message_file_forget(void) {
  if (isOurs(file.fd))
    close(file.fd);
  file.fd = -1;
}
