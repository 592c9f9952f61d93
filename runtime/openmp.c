/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "openmp.h"
#include "clock.h"
#include "initial.h"
#include "openmp_file.h"
#include "state.h"
#include "tare_abi.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"unknown", "libomp", "libgomp"};

/* What is loaded, and which of it a unit's own function lies in. */
struct loaded {
  int seen[3];
  uintptr_t function; /* 0: none */
  int of_function;
};

static int holds(const struct dl_phdr_info *object, uintptr_t address) {
  for (uint32_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && address - (object->dlpi_addr + part->p_vaddr) < part->p_memsz)
      return 1;
  }
  return 0;
}

static int look(struct dl_phdr_info *object, size_t size, void *argument) {
  struct loaded *loaded = argument;
  int kind = tare_openmp_kind_of(object->dlpi_name);
  (void)size;
  loaded->seen[kind] = 1;
  if (loaded->function && holds(object, loaded->function))
    loaded->of_function = kind;
  return 0;
}

extern void __kmpc_fork_call(void) __attribute__((weak));
extern void GOMP_parallel(void) __attribute__((weak));

/* By the object that the unit's own functions lie in, else by what is loaded, else (static) by
 * what is linked. */
static int choose(const struct loaded *loaded) {
  if (loaded->of_function != TARE_OPENMP_NONE)
    return loaded->of_function;
  if (loaded->seen[TARE_OPENMP_LIBOMP] || __kmpc_fork_call)
    return TARE_OPENMP_LIBOMP;
  return loaded->seen[TARE_OPENMP_LIBGOMP] || GOMP_parallel ? TARE_OPENMP_LIBGOMP
                                                            : TARE_OPENMP_NONE;
}

/* ---- when libomp starts ---- */

struct start_tool_result { /* ompt_start_tool_result_t */
  int (*initialize)(void *lookup, int device, void *data);
  void (*finalize)(void *data);
  uint64_t data;
};
static uint64_t began;

/* Another value than 0 would make us a tool. A start on another thread, or one that our own set-up
 * causes, takes no serial time. */
static int ended(void *lookup, int device, void *data) {
  (void)lookup, (void)device, (void)data;
  if (__atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE) == TARE_READY && !tare_rt.is_asking &&
      tare_is_initial())
    tare_initial_started(tare_tick() - began);
  return 0;
}
static void finalized(void *data) { (void)data; }

/* libomp asks the first definition in a process, so a tool of the user goes before ours. */
__attribute__((visibility("default"), weak)) struct start_tool_result *
ompt_start_tool(unsigned version, const char *runtime) {
  static struct start_tool_result result = {ended, finalized, 0};
  const char *tools = getenv("OMP_TOOL_LIBRARIES");
  int has_archer = dlsym(RTLD_DEFAULT, "__tsan_init") != NULL; /* which libomp asks last */
  (void)version, (void)runtime;
  if ((tools && *tools) || has_archer ||
      __atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE) != TARE_READY)
    return NULL;
  began = tare_tick();
  return &result;
}

/* ---- which one it is ---- */

/* Walks the loader's list itself: dladdr would wait for libraries that are being loaded, and their
 * constructors may wait for the lock that is held here. */
int tare_openmp_runtime(const struct tare_module *module, char *name, size_t size) {
  struct loaded loaded = {.function = (uintptr_t)module->thread_num,
                          .of_function = TARE_OPENMP_NONE};
  dl_iterate_phdr(look, &loaded);
  snprintf(name, size, "%s", names[choose(&loaded)]);
  return loaded.seen[TARE_OPENMP_LIBOMP] && loaded.seen[TARE_OPENMP_LIBGOMP];
}
