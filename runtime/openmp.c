/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "openmp.h"
#include "tare_abi.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

enum { NONE, LIBOMP, LIBGOMP };
static const char *const names[] = {"unknown", "libomp", "libgomp"};

static int kindOf(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  const char *base = slash ? slash + 1 : path;
  if (!base)
    return NONE;
  if (strncmp(base, "libomp.so", 9) == 0 || strncmp(base, "libomp5.so", 10) == 0 ||
      strncmp(base, "libiomp5.so", 11) == 0)
    return LIBOMP;
  return strncmp(base, "libgomp.so", 10) == 0 ? LIBGOMP : NONE;
}

static int look(struct dl_phdr_info *object, size_t size, void *seen) {
  (void)size;
  ((int *)seen)[kindOf(object->dlpi_name)] = 1;
  return 0;
}

extern void __kmpc_fork_call(void) __attribute__((weak));
extern void GOMP_parallel(void) __attribute__((weak));

/* By the object that the unit's own functions lie in, else by what is loaded, else (static) by
 * what is linked. */
static int choose(const struct tare_module *module, const int *seen) {
  Dl_info where;
  if (module->thread_num && dladdr((void *)module->thread_num, &where) && kindOf(where.dli_fname))
    return kindOf(where.dli_fname);
  if (seen[LIBOMP] || __kmpc_fork_call)
    return LIBOMP;
  return seen[LIBGOMP] || GOMP_parallel ? LIBGOMP : NONE;
}

int tare_openmp_runtime(const struct tare_module *module, char *name, size_t size) {
  int seen[3] = {0, 0, 0};
  dl_iterate_phdr(look, seen);
  snprintf(name, size, "%s", names[choose(module, seen)]);
  return seen[LIBOMP] && seen[LIBGOMP];
}
