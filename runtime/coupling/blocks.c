/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks of memory that the program's own code allocates: what libraries allocate for
 * themselves, the OpenMP runtime above all, is none of its data.
 */
#define _GNU_SOURCE
#include "coupling.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#define SEEN __attribute__((visibility("default")))

/* glibc's own names of what is replaced here. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* Open addressing by the block's address; a freed entry stays as a tombstone of size ~0. */
static struct tare_block *table;
static size_t capacity, used, living;
static uint64_t made, freed_old, watched_since;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int is_on;
static uintptr_t code_begin, code_end; /* of the executable */

static int isProgram(void *caller) {
  uintptr_t address = (uintptr_t)caller;
  return is_on && address >= code_begin && address < code_end;
}

static int findCode(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
      continue;
    code_begin = object->dlpi_addr + part->p_vaddr;
    code_end = code_begin + part->p_memsz;
  }
  return 1; /* the executable comes first */
}

void tare_blocks_begin(void) {
  dl_iterate_phdr(findCode, NULL);
  is_on = 1;
}

static void take(void) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
    ;
}
static void give(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

static size_t placeOf(uintptr_t begin, const struct tare_block *in, size_t room) {
  size_t at = (size_t)((begin >> 4) * 0x9e3779b97f4a7c15u) & (room - 1);
  while (in[at].begin && in[at].begin != begin)
    at = (at + 1) & (room - 1);
  return at;
}

/* Twice as large, without tombstones. False: no memory, so blocks are no longer known. */
static int grow(void) {
  size_t room = living * 4 < 4096 ? 4096 : 1;
  while (room < living * 4)
    room *= 2;
  struct tare_block *next =
      mmap(NULL, room * sizeof *next, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (next == MAP_FAILED)
    return 0;
  for (size_t i = 0; i < capacity; ++i)
    if (table[i].begin && table[i].size != ~(size_t)0)
      next[placeOf(table[i].begin, next, room)] = table[i];
  if (table)
    munmap(table, capacity * sizeof *table);
  table = next;
  capacity = room;
  used = living;
  return 1;
}

static void add(void *begin, size_t size) {
  if (!begin)
    return;
  take();
  if (used * 2 < capacity || grow()) {
    size_t at = placeOf((uintptr_t)begin, table, capacity);
    used += !table[at].begin;
    table[at] = (struct tare_block){(uintptr_t)begin, size, ++made};
    ++living;
  }
  give();
}

/* True: it was one of the program's. */
static int drop(void *begin) {
  int known = 0;
  if (!begin || !is_on)
    return 0;
  take();
  if (table) {
    size_t at = placeOf((uintptr_t)begin, table, capacity);
    known = table[at].begin && table[at].size != ~(size_t)0;
    if (known) {
      freed_old += table[at].number <= watched_since;
      table[at].size = ~(size_t)0;
      --living;
    }
  }
  give();
  return known;
}

uint64_t tare_block_holding(uintptr_t address) {
  uint64_t number = 0;
  take();
  for (size_t i = 0; i < capacity && !number; ++i)
    if (table[i].begin && table[i].size != ~(size_t)0 && address >= table[i].begin &&
        address - table[i].begin < table[i].size)
      number = table[i].number;
  give();
  return number;
}

size_t tare_blocks(struct tare_block *list, size_t room) {
  size_t found = 0;
  take();
  for (size_t i = 0; i < capacity; ++i)
    if (table[i].begin && table[i].size != ~(size_t)0) {
      if (found < room)
        list[found] = table[i];
      ++found;
    }
  give();
  return found;
}

uint64_t tare_blocks_living(void) { return living; }

void tare_blocks_watch(void) {
  take();
  watched_since = made;
  freed_old = 0;
  give();
}
uint64_t tare_blocks_freed(void) { return freed_old; }

SEEN void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  if (isProgram(__builtin_return_address(0)))
    add(block, size);
  return block;
}

SEEN void *calloc(size_t count, size_t size) {
  void *block = __libc_calloc(count, size);
  if (isProgram(__builtin_return_address(0)))
    add(block, count * size);
  return block;
}

SEEN void *realloc(void *old, size_t size) {
  int known = drop(old);
  void *block = __libc_realloc(old, size);
  if (known || isProgram(__builtin_return_address(0)))
    add(block, size);
  return block;
}

SEEN void free(void *block) {
  drop(block);
  __libc_free(block);
}

SEEN void *memalign(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  if (isProgram(__builtin_return_address(0)))
    add(block, size);
  return block;
}

SEEN void *aligned_alloc(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  if (isProgram(__builtin_return_address(0)))
    add(block, size);
  return block;
}

SEEN int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || !alignment || (alignment & (alignment - 1)))
    return EINVAL;
  void *block = __libc_memalign(alignment, size);
  if (!block)
    return ENOMEM;
  if (isProgram(__builtin_return_address(0)))
    add(block, size);
  *result = block;
  return 0;
}

/* operator new, in all its forms, by its mangled names: the C++ library's own allocates. */
#define NEW(NAME, PARAMETERS, ARGUMENTS)                                                           \
  SEEN void *NAME PARAMETERS {                                                                     \
    static void *(*real)PARAMETERS;                                                                \
    if (!real)                                                                                     \
      real = (void *(*)PARAMETERS)dlsym(RTLD_NEXT, #NAME);                                         \
    void *block = real ARGUMENTS;                                                                  \
    if (isProgram(__builtin_return_address(0)))                                                    \
      add(block, size);                                                                            \
    return block;                                                                                  \
  }
NEW(_Znwm, (size_t size), (size))
NEW(_Znam, (size_t size), (size))
NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void *tag), (size, tag))
NEW(_ZnamRKSt9nothrow_t, (size_t size, const void *tag), (size, tag))
NEW(_ZnwmSt11align_val_t, (size_t size, size_t alignment), (size, alignment))
NEW(_ZnamSt11align_val_t, (size_t size, size_t alignment), (size, alignment))
