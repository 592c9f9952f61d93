/* SPDX-License-Identifier: Apache-2.0
 *
 * A file of ours in a process that may close all descriptors and open its own: its identity is
 * asked before each use.
 */
#ifndef TARE_OWN_FILE_H
#define TARE_OWN_FILE_H

#include "folder.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct tare_own_file {
  int fd; /* -1: none */
  dev_t device;
  ino_t inode;
  char path[TARE_PATH_SIZE];  /* where it is written */
  char place[TARE_PATH_SIZE]; /* where it is brought to in the end (stage.h); empty: it is there */
};

/* A new file becomes this one. 0: nothing is known of it. */
int tare_own_take(struct tare_own_file *file, int fd);

int tare_own_is(const struct tare_own_file *file, int fd);

/* 0: it is closed, and by its path it is not there. Opens it anew otherwise. */
int tare_own_again(struct tare_own_file *file);

/* Exceeding RLIMIT_FSIZE would be a SIGXFSZ in the user's program. */
int tare_own_within_limit(uint64_t end);

/* The system's pages that hold some of its mapped bytes. Blocks are multiples of 4096 bytes
 * wherever they are written; what the system protects and faults in are pages of 4 to 64 KiB. */
struct tare_pages {
  char *first;
  size_t size;
};
struct tare_pages tare_own_pages(const void *from, uint64_t size);

/* In a forked child: the file is the parent's. */
void tare_own_forget(struct tare_own_file *file);

#endif
