/* SPDX-License-Identifier: Apache-2.0
 *
 * Which OpenMP runtime a loaded file is, by its name.
 */
#ifndef TARE_OPENMP_FILE_H
#define TARE_OPENMP_FILE_H

#include <string.h>

enum tare_openmp_kind { TARE_OPENMP_NONE, TARE_OPENMP_LIBOMP, TARE_OPENMP_LIBGOMP };

/* `path`: as the loader knows it; may be null. */
static inline enum tare_openmp_kind tare_openmp_kind_of(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  const char *base = slash ? slash + 1 : path;
  if (!base)
    return TARE_OPENMP_NONE;
  if (strncmp(base, "libomp.so", 9) == 0 || strncmp(base, "libomp5.so", 10) == 0 ||
      strncmp(base, "libiomp5.so", 11) == 0)
    return TARE_OPENMP_LIBOMP;
  return strncmp(base, "libgomp.so", 10) == 0 ? TARE_OPENMP_LIBGOMP : TARE_OPENMP_NONE;
}

#endif
