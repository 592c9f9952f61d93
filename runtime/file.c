/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "file.h"
#include "env.h"
#include "folder.h"
#include "profile_checksum.h"
#include "stage.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Address space is all that this costs; a smaller range is tried where it is limited. */
static const uint64_t largest_reach = 16ull << 30;
static const uint64_t smallest_reach = 64ull << 20;

static struct {
  struct tare_own_file own;
  char *base;
  uint64_t reach; /* bytes of address space */
  uint64_t end;   /* bytes given to blocks */
  pthread_mutex_t lock;
} file = {.own.fd = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t pages(uint64_t bytes) {
  return (bytes + TARE_PF_PAGE - 1) / TARE_PF_PAGE * TARE_PF_PAGE;
}

uint64_t tare_fnv(const void *bytes, size_t size, uint64_t hash) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ byte[i]) * 1099511628211ull;
  return hash;
}

/* What the file does not hold must not look like memory: programs read what the system says is
 * mapped (libomp follows an address that an earlier program of its process number has left). */
static int allow(uint64_t from, uint64_t to) {
  struct tare_pages all = tare_own_pages(file.base + from, to - from);
  return mprotect(all.first, all.size, PROT_READ | PROT_WRITE) == 0;
}

static int promise(uint64_t from, uint64_t to) {
  int error;
  if (to > file.reach || !tare_own_within_limit(to) || !tare_own_again(&file.own))
    return 0;
  do
    error = posix_fallocate(file.own.fd, (off_t)from, (off_t)(to - from));
  while (error == EINTR);
  return error == 0;
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

enum { STEP = 64 << 10 };

/* Pages of a new extent are cheapest to make with a write, and to map all at once: 2.5 us each on
 * ext4, half of that where a write is of one aligned step, which the kernel keeps in one piece;
 * faults alone cost 4 to 5. */
static void writeZeros(uint64_t offset, uint64_t length) {
  static const char zeros[STEP];
  int fd = __atomic_load_n(&file.own.fd, __ATOMIC_RELAXED); /* it may be opened again meanwhile */
  while (length && tare_own_is(&file.own, fd)) {
    size_t part = STEP - offset % STEP;
    if (part > length)
      part = length;
    ssize_t written = pwrite(fd, zeros, part, (off_t)offset);
    if (written <= 0)
      return;
    offset += (uint64_t)written;
    length -= (uint64_t)written;
  }
}

static void prefault(void *start, size_t size) {
  struct tare_pages all = tare_own_pages(start, size);
  writeZeros((uint64_t)((char *)start - file.base), size);
  if (madvise(all.first, all.size, MADV_POPULATE_WRITE) == 0)
    return;
  for (size_t at = 0; at < all.size; at += TARE_PF_PAGE) {
    volatile char *byte = all.first + at;
    *byte = *byte;
  }
}

void tare_file_prefault(void *start, size_t size) {
  int kept = errno;
  prefault(start, size);
  errno = kept;
}

uint64_t tare_file_whole_steps(struct tare_pf_block *block, uint64_t size) {
  uint64_t payload = (uint64_t)(tare_payload(block) - file.base);
  return (payload + size + STEP - 1) / STEP * STEP - payload;
}

/* Where address space is limited, most of it is the program's. */
static uint64_t wantedReach(void) {
  struct rlimit limit;
  uint64_t reach = largest_reach;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    while (reach > smallest_reach && reach > limit.rlim_cur / 16)
      reach /= 2;
  return reach;
}

static int mapWhole(void) {
  for (uint64_t reach = wantedReach(); reach >= smallest_reach; reach /= 2) {
    void *at = mmap(NULL, reach, PROT_NONE, MAP_SHARED, file.own.fd, 0);
    if (at == MAP_FAILED)
      continue;
    file.base = at;
    file.reach = reach;
    madvise(at, reach, MADV_RANDOM); /* no reading around: it costs a millisecond a fault */
    return madvise(at, reach, MADV_DONTFORK) == 0;
  }
  return 0;
}

/* What the profile of a usual program needs at most; more is written as long as there is space. */
static uint64_t spaceWanted(void) {
  uint32_t threads = tare_env_threads();
  long cores = threads ? (long)threads : sysconf(_SC_NPROCESSORS_ONLN);
  return (64ull << 20) + (uint64_t)(cores > 0 ? cores : 1) * tare_env_log_bytes();
}

static int openFile(void) {
  int fd = tare_folder_open_profile(file.own.path, sizeof file.own.path);
  return tare_own_take(&file.own, fd) && tare_stage(&file.own, spaceWanted());
}

struct tare_pf_header *tare_file_create(void) {
  file.end = 0;
  if (!openFile()) {
    tare_say("cannot write a profile in ", file.own.path, ": this run is not measured");
    return NULL;
  }
  file.reach = smallest_reach;
  if (!promise(0, TARE_PF_PAGE) || !mapWhole() || !allow(0, TARE_PF_PAGE)) {
    tare_say("no space for a profile in ", file.own.path, ": this run is not measured");
    tare_file_discard();
    return NULL;
  }
  file.end = TARE_PF_PAGE;
  return (struct tare_pf_header *)file.base;
}

void tare_file_discard(void) {
  tare_stage_discard(&file.own);
  *strrchr(file.own.path, '/') = 0;
  rmdir(file.own.path);
}

void tare_file_bring(void) { tare_stage_bring(&file.own); }

static void writeBlock(struct tare_pf_block *block, uint32_t kind, uint32_t thread, uint32_t module,
                       uint64_t size, uint64_t capacity) {
  memset(block, 0, sizeof *block);
  block->magic = TARE_PF_BLOCK_MAGIC;
  block->kind = kind;
  block->size = size;
  block->capacity = capacity;
  block->thread = thread;
  block->module = module;
  block->address = (uint64_t)(uintptr_t)tare_payload(block);
  block->checksum = tare_fnv(block, offsetof(struct tare_pf_block, checksum), TARE_FNV_START);
}

/* The file must be long enough even where the disk has not promised the space. */
static int extend(uint64_t end) {
  return end <= file.reach && tare_own_within_limit(end) && tare_own_again(&file.own) &&
         ftruncate(file.own.fd, (off_t)end) == 0;
}

struct tare_pf_block *tare_file_block(uint32_t kind, uint32_t thread, uint32_t module,
                                      uint64_t capacity, uint64_t ready) {
  struct tare_pf_block *block = NULL;
  int kept = errno;
  pthread_mutex_lock(&file.lock);
  uint64_t size = pages(sizeof *block + capacity);
  uint64_t touch = pages(sizeof *block + ready);
  if (promise(file.end, file.end + touch) && (touch == size || extend(file.end + size)) &&
      allow(file.end, file.end + size)) {
    block = (struct tare_pf_block *)(file.base + file.end);
    tare_file_prefault(block, touch);
    writeBlock(block, kind, thread, module, size, capacity);
    file.end += size;
    struct tare_pf_header *header = (struct tare_pf_header *)file.base;
    __atomic_store_n(&header->blocks_end, file.end, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&file.lock);
  errno = kept;
  return block;
}

void tare_file_publish(struct tare_pf_block *block, uint64_t used) {
  __atomic_store_n(&block->used, used, __ATOMIC_RELEASE);
}

int tare_file_reserve(struct tare_pf_block *block, uint64_t from, uint64_t to) {
  uint64_t payload = (uint64_t)(tare_payload(block) - file.base);
  int kept = errno;
  pthread_mutex_lock(&file.lock);
  int ok = promise(payload + from, payload + to);
  pthread_mutex_unlock(&file.lock);
  errno = kept;
  return ok;
}

uint64_t tare_file_body_checksum(void) {
  uint64_t sum = TARE_PF_SUM_START;
  for (uint64_t at = TARE_PF_PAGE; at < file.end;) {
    struct tare_pf_block *block = (struct tare_pf_block *)(file.base + at);
    sum = tare_pf_sum(tare_payload(block), block->used, sum);
    at += block->size;
  }
  return sum;
}

void tare_file_forget(void) {
  tare_own_forget(&file.own);
  file.base = NULL;
  pthread_mutex_init(&file.lock, NULL);
}
