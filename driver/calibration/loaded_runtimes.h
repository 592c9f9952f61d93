/* SPDX-License-Identifier: Apache-2.0
 *
 * Which OpenMP runtime this process has loaded: both measuring programs say so first. Whoever
 * includes this defines _GNU_SOURCE before any header. */
#ifndef TARE_LOADED_RUNTIMES_H
#define TARE_LOADED_RUNTIMES_H

#include <link.h>
#include <stdio.h>
#include <string.h>

static inline int print_runtime(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  const char *slash = strrchr(object->dlpi_name, '/');
  const char *base = slash ? slash + 1 : object->dlpi_name;
  if (strncmp(base, "libgomp.so", 10) == 0 || strncmp(base, "libomp.so", 9) == 0 ||
      strncmp(base, "libomp5.so", 10) == 0 || strncmp(base, "libiomp5.so", 11) == 0)
    printf("runtime %s\n", object->dlpi_name);
  return 0;
}

/* "runtime <file>" on standard output; nothing where it is linked in. */
static inline void print_loaded_runtimes(void) { dl_iterate_phdr(print_runtime, NULL); }

#endif
