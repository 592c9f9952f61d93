/* SPDX-License-Identifier: Apache-2.0
 *
 * Which OpenMP runtime a process has.  libomp exports GOMP_* too, and libgomp.a has nothing that
 * dlsym could find, so the loaded objects are asked, and the object that a unit's own
 * omp_get_thread_num lies in.
 */
#ifndef TARE_OPENMP_H
#define TARE_OPENMP_H

#include <stddef.h>

struct tare_module;

/* "libomp", "libgomp" or "unknown" into `name`. Returns 1 when both are loaded. */
int tare_openmp_runtime(const struct tare_module *module, char *name, size_t size);

#endif
