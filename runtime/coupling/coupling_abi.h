/* SPDX-License-Identifier: Apache-2.0
 *
 * What a unit whose kernels are coupled shares with libtare-coupling.so: its call sites, and what
 * happens at them.
 *
 * The rewriter copies the text between the markers, without its comments, into such units. So: no
 * macros, no headers, nothing that C89 or C++98 cannot read.
 */
#ifndef TARE_COUPLING_ABI_H
#define TARE_COUPLING_ABI_H

/* TARE-ABI-BEGIN */
enum { tare_kernel_pointers = 8 };
struct tare_kernel {
  const char *name;     /* as it was asked for */
  const char *file;
  const char *function; /* that holds the call */
  unsigned int line;
  unsigned int size;    /* of the copied arguments */
  void (*run)(void *arguments); /* calls the kernel with copied arguments */
  unsigned int pointers; /* among the arguments: the first ones of them */
  unsigned int offset[tare_kernel_pointers]; /* where they lie in the copied arguments */
  int number;            /* the library's; -1: not seen yet */
};
struct tare_kernel_hooks {
  void (*begin)(struct tare_kernel *kernel, const void *arguments);
  void (*end)(struct tare_kernel *kernel);
  void (*block)(void); /* one block of code is executed; in the counting program */
};
/* TARE-ABI-END */

/* What the units look for. Null: this run is not watched. */
const struct tare_kernel_hooks *tare_coupling_hooks(void);

#endif
