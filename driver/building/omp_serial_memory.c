/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of a program with one thread, without OpenMP: malloc and free. An allocator keeps only its
 * alignment, which code may rely on; all memory is of one kind here.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct trait {
  int key;
  uintptr_t value;
};

struct allocator {
  size_t alignment;
};

enum { alignment_key = 2 }; /* omp_atk_alignment */

/* Handles up to this one are the headers' own allocators (libomp's reach 102, libgomp's 200). */
enum { last_predefined = 4095 };

static uintptr_t default_allocator = 1; /* omp_default_mem_alloc */

void omp_set_default_allocator(uintptr_t handle) { default_allocator = handle; }
uintptr_t omp_get_default_allocator(void) { return default_allocator; }

/* 0, the null allocator, is what a program gets for an alignment that there is not. */
uintptr_t omp_init_allocator(uintptr_t space, int count, const struct trait *traits) {
  (void)space;
  size_t alignment = 0;
  for (int i = 0; i < count; ++i)
    if (traits[i].key == alignment_key && traits[i].value != UINTPTR_MAX) /* omp_atv_default */
      alignment = traits[i].value;
  if (alignment & (alignment - 1))
    return 0;
  struct allocator *made = malloc(sizeof *made);
  if (made)
    made->alignment = alignment;
  return (uintptr_t)made;
}

void omp_destroy_allocator(uintptr_t handle) {
  if (handle > last_predefined)
    free((struct allocator *)handle);
}

/* What malloc gives is aligned for every type; only more than that must be asked for. */
static size_t alignmentOf(size_t wanted, uintptr_t handle) {
  if (handle == 0)
    handle = default_allocator;
  size_t own = handle > last_predefined ? ((struct allocator *)handle)->alignment : 0;
  size_t larger = own > wanted ? own : wanted;
  return larger > _Alignof(max_align_t) ? larger : 0;
}

static void *allocate(size_t alignment, size_t size) {
  void *memory = NULL;
  if (size == 0)
    return NULL;
  if (alignment == 0)
    return malloc(size);
  return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

void *omp_aligned_alloc(size_t alignment, size_t size, uintptr_t handle) {
  return allocate(alignmentOf(alignment, handle), size);
}

void *omp_alloc(size_t size, uintptr_t handle) { return omp_aligned_alloc(0, size, handle); }

void *omp_aligned_calloc(size_t alignment, size_t count, size_t size, uintptr_t handle) {
  alignment = alignmentOf(alignment, handle);
  if (count == 0 || size == 0 || count > SIZE_MAX / size)
    return NULL;
  if (alignment == 0)
    return calloc(count, size); /* whose pages need not be touched */
  void *memory = allocate(alignment, count * size);
  return memory ? memset(memory, 0, count * size) : NULL;
}

void *omp_calloc(size_t count, size_t size, uintptr_t handle) {
  return omp_aligned_calloc(0, count, size, handle);
}

void omp_free(void *memory, uintptr_t handle) {
  (void)handle;
  free(memory);
}

/* realloc knows how much there is to keep, but not the alignment: copied once more for that. */
static void *reallocAligned(void *memory, size_t alignment, size_t size) {
  void *aligned = allocate(alignment, size);
  void *moved = aligned ? realloc(memory, size) : NULL;
  if (!moved) {
    free(aligned);
    return NULL;
  }
  memcpy(aligned, moved, size);
  free(moved);
  return aligned;
}

void *omp_realloc(void *memory, size_t size, uintptr_t handle, uintptr_t freeing) {
  size_t alignment = alignmentOf(0, handle ? handle : freeing);
  if (memory == NULL)
    return allocate(alignment, size);
  if (size == 0) {
    free(memory);
    return NULL;
  }
  return alignment ? reallocAligned(memory, alignment, size) : realloc(memory, size);
}

void *kmp_malloc(size_t size) { return malloc(size); }
void *kmp_calloc(size_t count, size_t size) { return calloc(count, size); }
void *kmp_realloc(void *memory, size_t size) { return realloc(memory, size); }
void kmp_free(void *memory) { free(memory); }

void *kmp_aligned_malloc(size_t size, size_t alignment) {
  return allocate(alignmentOf(alignment, 1), size);
}
