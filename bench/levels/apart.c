/* SPDX-License-Identifier: Apache-2.0
 *
 * The locks of critical(even) and critical(odd), each in a cache line of its own.  Compilers put one
 * behind the other, and two threads that never wait for each other then take that line from each
 * other: the program takes twice as long, and how often they meet changes with every probe.  They are
 * common symbols, of which the linker takes the largest and the best aligned.  gcc's names, and
 * clang's.
 */
#define APART(variable, name) \
  char variable[128] __asm__(name) __attribute__((common, aligned(128)))

APART(gcc_even, ".gomp_critical_user_even");
APART(gcc_odd, ".gomp_critical_user_odd");
APART(clang_even, ".gomp_critical_user_even.var");
APART(clang_odd, ".gomp_critical_user_odd.var");
