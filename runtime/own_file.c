/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "own_file.h"
#include "descriptor.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int current(const struct tare_own_file *file) {
  return __atomic_load_n(&file->fd, __ATOMIC_RELAXED);
}

static void set(struct tare_own_file *file, int fd) {
  __atomic_store_n(&file->fd, fd, __ATOMIC_RELAXED);
}

int tare_own_take(struct tare_own_file *file, int fd) {
  struct stat made;
  fd = tare_descriptor_high(fd);
  set(file, fd);
  if (fd < 0 || fstat(fd, &made) != 0)
    return 0;
  file->device = made.st_dev;
  file->inode = made.st_ino;
  return 1;
}

int tare_own_is(const struct tare_own_file *file, int fd) {
  struct stat now;
  return fd >= 0 && fstat(fd, &now) == 0 && now.st_dev == file->device && now.st_ino == file->inode;
}

int tare_own_again(struct tare_own_file *file) {
  if (tare_own_is(file, current(file)))
    return 1;
  int fd = tare_descriptor_high(open(file->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  if (tare_own_is(file, fd)) {
    set(file, fd);
    return 1;
  }
  if (fd >= 0)
    close(fd);
  return 0;
}

int tare_own_within_limit(uint64_t end) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         end <= limit.rlim_cur;
}

void tare_own_forget(struct tare_own_file *file) {
  if (tare_own_is(file, file->fd))
    close(file->fd);
  file->fd = -1;
  *file->place = 0;
}

struct tare_pages tare_own_pages(const void *from, uint64_t size) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = (uintptr_t)from / page * page;
  uintptr_t end = ((uintptr_t)from + size + page - 1) / page * page;
  return (struct tare_pages){(char *)first, end - first};
}
