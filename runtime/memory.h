/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory outside of the program's heap.  Blocks of ours in that heap would move the program's own
 * blocks, and could change how often its allocator goes to the kernel: LULESH on one thread of
 * libomp had 29000 page faults instead of 1700.
 */
#ifndef TARE_MEMORY_H
#define TARE_MEMORY_H

#include <stddef.h>

/* Zeroed pages of their own, without a claim on memory until they are touched; null: none. */
void *tare_memory_reserve(size_t size);

/* `at` may be null; `size` as it was reserved. */
void tare_memory_return(void *at, size_t size);

#endif
