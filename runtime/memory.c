/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "memory.h"

#include <sys/mman.h>

void *tare_memory_reserve(size_t size) {
  void *at =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

void tare_memory_return(void *at, size_t size) {
  if (at)
    munmap(at, size);
}
