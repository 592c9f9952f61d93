/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory a window touches: the kernel's marks of pages that were used are cleared, the
 * window is executed, and the marked pages are counted. A page counts as a whole, so the figure is
 * an upper limit where a kernel uses a part of each.
 */
#define _GNU_SOURCE
#include "coupling.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static char executable[4096]; /* its path, as smaps has it */

void tare_footprint_begin(void) {
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); /* a huge page would count as a whole */
  ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
  executable[length > 0 ? length : 0] = 0;
}

/* A processor sets the mark of a page when it looks the page up, and not while it still knows it:
 * all have to forget. Removing more pages than the system removes one by one does that. */
static void forgetPages(void) {
  const size_t size = (size_t)1 << 20;
  char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return;
  for (size_t at = 0; at < size; at += 4096)
    ((volatile char *)pages)[at] = 1;
  munmap(pages, size);
}

static int clearMarks(void) {
  int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  int done = file >= 0 && write(file, "1\n", 2) == 2; /* 1: all pages */
  if (file >= 0)
    close(file);
  forgetPages();
  return done;
}

/* One line of smaps: adds what it says to the sum. Counted are what can be written, and constants
 * of the executable. A page of another file is also marked when another process uses it. */
static void readLine(const char *line, int *counts, uint64_t *sum) {
  const char *blank = strchr(line, ' '), *dash = strchr(line, '-'), *path = strchr(line, '/');
  if (dash && blank && dash < blank) /* "55d0-55d4 r-xp ... PATH": a new mapping */
    *counts = blank[2] == 'w' || (blank[3] != 'x' && path && !strcmp(path, executable));
  else if (*counts && !strncmp(line, "Referenced:", 11))
    *sum += strtoull(line + 11, NULL, 10) * 1024;
}

/* Bytes of marked pages; 0: not known. */
static uint64_t marked(void) {
  static char text[65536];
  size_t kept = 0;
  uint64_t sum = 0;
  int counts = 0, file = open("/proc/self/smaps", O_RDONLY | O_CLOEXEC);
  ssize_t length;
  while (file >= 0 && (length = read(file, text + kept, sizeof text - 1 - kept)) > 0) {
    char *line = text, *end;
    text[kept + (size_t)length] = 0;
    for (; (end = strchr(line, '\n')); line = end + 1) {
      *end = 0;
      readLine(line, &counts, &sum);
    }
    kept = strlen(line);
    memmove(text, line, kept + 1);
  }
  if (file >= 0)
    close(file);
  return sum;
}

static int is_known;
static uint64_t own; /* what is marked without any window: stacks, this library, the runtime */

void tare_footprint_watch(void) { is_known = clearMarks(); }

uint64_t tare_footprint(void) {
  uint64_t bytes = is_known ? marked() : 0;
  return bytes > own ? bytes - own : 0;
}

void tare_footprint_of_nothing(void) {
  uint64_t now = is_known ? marked() : 0;
  own = !own || now < own ? now : own;
}
