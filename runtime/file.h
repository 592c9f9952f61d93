/* SPDX-License-Identifier: Apache-2.0
 *
 * The profile file: one shared mapping of the whole file, in which blocks are appended.  Memory is
 * only ever touched where the disk has promised space (posix_fallocate): a full disk is an error
 * here, never a SIGBUS in the user's program.
 */
#ifndef TARE_FILE_H
#define TARE_FILE_H

#include "profile_format.h"

#include <stddef.h>

/* Folder, file and header page.  Null, after one line on stderr, when that fails. */
struct tare_pf_header *tare_file_create(void);

/* Removes file and folder again: nothing could be measured. */
void tare_file_discard(void);

/* Where it was staged: brings the file to its place. The process ends. */
void tare_file_bring(void);

/* A new block whose first `ready` payload bytes may be touched; null when there is no space.
 * The rest of `capacity` is an address range only, until tare_file_reserve. */
struct tare_pf_block *tare_file_block(uint32_t kind, uint32_t thread, uint32_t module,
                                      uint64_t capacity, uint64_t ready);

/* Makes the block visible to readers. Blocks become visible in the order of the file. */
void tare_file_publish(struct tare_pf_block *block, uint64_t used);

/* Promise of space for payload bytes [from, to). 0: none left. */
int tare_file_reserve(struct tare_pf_block *block, uint64_t from, uint64_t to);

/* Brings reserved memory in, as zeros, before it is needed. */
void tare_file_prefault(void *start, size_t size);

/* The least number of payload bytes, `size` or more, that end in the file where a step of memory
 * ends: such steps take the kernel half of what others of their size do. */
uint64_t tare_file_whole_steps(struct tare_pf_block *block, uint64_t size);

uint64_t tare_fnv(const void *bytes, size_t size, uint64_t hash);
#define TARE_FNV_START 14695981039346656037ull

/* tare_pf_sum over the used payload of every block, in file order. */
uint64_t tare_file_body_checksum(void);

/* In a forked child: the file is the parent's. */
void tare_file_forget(void);

static inline char *tare_payload(struct tare_pf_block *block) { return (char *)(block + 1); }

#endif
