/* SPDX-License-Identifier: Apache-2.0
 *
 * Work whose amount is a count: a chain of dependent register operations.
 *
 * No step can start before the one before it has ended, and the compiler may neither hoist,
 * vectorise, interleave nor shorten the chain.  It touches no memory.  So the time of `units` is
 * units times a constant of the machine, in the serial program as in the parallel one, and the
 * overheads of a sample follow from counting.  (A spin on a clock would not do: it takes its time
 * also while it has no core, so that every truth comes out trivially right.)
 */
#ifndef TARE_SAMPLES_CHAIN_H
#define TARE_SAMPLES_CHAIN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHAIN_STEPS 1000 /* a unit: about 2 microseconds on a core of 3 GHz */

__attribute__((noinline, unused)) static uint64_t chain_steps(uint64_t steps) {
  uint64_t x = 0x9e3779b97f4a7c15u;
  __asm__ volatile("" : "+r"(steps)); /* no clone of this function for a constant amount */
  for (uint64_t step = steps; step > 0; --step) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(x));
    x ^= x >> 33;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}

__attribute__((unused)) static uint64_t chain_run(uint64_t units) {
  return chain_steps(units * CHAIN_STEPS);
}

/* The n-th argument of the program as a count, or `otherwise`. */
__attribute__((unused)) static uint64_t chain_argument(int argc, char **argv, int n,
                                                       uint64_t otherwise) {
  return argc > n ? strtoull(argv[n], NULL, 10) : otherwise;
}

/* Every sample ends with this line; it must not depend on the number of threads (`--check`). */
__attribute__((unused)) static int chain_report(uint64_t checksum) {
  printf("checksum %016llx\n", (unsigned long long)checksum);
  return 0;
}

#endif
