/* SPDX-License-Identifier: Apache-2.0
 *
 * Which OpenMP runtime a process has, and when libomp starts.  libomp exports GOMP_* too, and
 * libgomp.a has nothing that dlsym could find, so the loaded objects are asked, and the object that
 * a unit's own omp_get_thread_num lies in.
 *
 * libgomp starts when it is loaded.  libomp starts at its first call, which need not be a fork: for
 * clauses such as num_threads clang asks for the thread's number earlier, at the entry of the
 * function.  libomp looks for ompt_start_tool at the beginning of its start and calls
 * the initializer that this returns at the end: openmp.c defines it, stamps both, and is no tool.
 */
#ifndef TARE_OPENMP_H
#define TARE_OPENMP_H

#include <stddef.h>

struct tare_module;

/* "libomp", "libgomp" or "unknown" into `name`. Returns 1 when both are loaded. */
int tare_openmp_runtime(const struct tare_module *module, char *name, size_t size);

#endif
