/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies of the program's data: the executable's writable data, the blocks that it allocated, and
 * the initial thread's stack above the call. Not the memory of libraries.
 */
#define _GNU_SOURCE
#include "coupling.h"

#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct range {
  unsigned char *begin;
  size_t size;
};
static struct range *ranges;
static size_t count, room, total;
static unsigned char *copies;

static void addRange(uintptr_t begin, uintptr_t end) {
  if (begin >= end)
    return;
  if (count < room)
    ranges[count] = (struct range){(unsigned char *)begin, end - begin};
  ++count;
  total += end - begin;
}

/* Writable parts of the executable, less what the loader has made read-only again. */
static int addData(struct dl_phdr_info *object, size_t size, void *unused) {
  uintptr_t kept_begin = 0, kept_end = 0, page = (uintptr_t)sysconf(_SC_PAGESIZE);
  (void)size, (void)unused;
  for (int i = 0; i < object->dlpi_phnum; ++i)
    if (object->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
      kept_begin = (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr) & ~(page - 1);
      kept_end = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr + object->dlpi_phdr[i].p_memsz;
      kept_end = (kept_end + page - 1) & ~(page - 1);
    }
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W))
      continue;
    uintptr_t begin = object->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
    if (kept_begin <= begin && kept_end > begin) {
      addRange(kept_end, end);
    } else if (kept_begin > begin && kept_begin < end) {
      addRange(begin, kept_begin);
      addRange(kept_end, end);
    } else {
      addRange(begin, end);
    }
  }
  return 1; /* the executable comes first */
}

/* The stack of the calling thread; false: not known. */
static int stackOf(uintptr_t *begin, uintptr_t *end) {
  pthread_attr_t attributes;
  void *base;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  int known = pthread_attr_getstack(&attributes, &base, &size) == 0;
  pthread_attr_destroy(&attributes);
  *begin = (uintptr_t)base;
  *end = (uintptr_t)base + size;
  return known;
}

int tare_is_dead_stack(uintptr_t address, void *frame) {
  uintptr_t begin, end;
  return stackOf(&begin, &end) && address >= begin && address < (uintptr_t)frame;
}

static void addAll(void *frame) {
  uintptr_t begin, end;
  count = total = 0;
  dl_iterate_phdr(addData, NULL);
  if (frame && stackOf(&begin, &end) && (uintptr_t)frame > begin && (uintptr_t)frame < end)
    addRange((uintptr_t)frame, end);
  static struct tare_block *blocks;
  size_t some = tare_blocks(NULL, 0);
  blocks = mmap(NULL, (some + 1) * sizeof *blocks, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (blocks == MAP_FAILED)
    return;
  some = tare_blocks(blocks, some);
  for (size_t i = 0; i < some; ++i)
    addRange(blocks[i].begin, blocks[i].begin + blocks[i].size);
}

size_t tare_snapshot_find(void *frame) {
  addAll(frame);
  size_t wanted = count;
  ranges = mmap(NULL, (wanted + 1) * sizeof *ranges, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (ranges == MAP_FAILED)
    return 0;
  room = wanted;
  addAll(frame);
  return total;
}

/* Bytes that may be taken: half of what the system says is available. */
static size_t mayTake(void) {
  char line[128];
  unsigned long long kilobytes = 0;
  FILE *file = fopen("/proc/meminfo", "re");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1)
      break;
  if (file)
    fclose(file);
  return (size_t)kilobytes * 512;
}

int tare_snapshot_room(unsigned wanted) {
  if (total == 0 || total > mayTake() / wanted)
    return 0;
  copies = mmap(NULL, total * wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copies == MAP_FAILED)
    copies = NULL;
  return copies != NULL;
}

void tare_snapshot_save(unsigned copy) {
  unsigned char *to = copies + total * copy;
  for (size_t i = 0; i < count; to += ranges[i++].size)
    memcpy(to, ranges[i].begin, ranges[i].size);
}

void tare_snapshot_restore(unsigned copy) {
  const unsigned char *from = copies + total * copy;
  for (size_t i = 0; i < count; from += ranges[i++].size)
    memcpy(ranges[i].begin, from, ranges[i].size);
}

void tare_snapshot_touch(void) {
  unsigned sum = 0;
  for (size_t i = 0; i < count; ++i)
    for (size_t at = 0; at < ranges[i].size; at += 64)
      sum += ranges[i].begin[at];
  __asm__ volatile("" : : "r"(sum));
}
