/* SPDX-License-Identifier: Apache-2.0
 * Work that is counted and not timed: a chain of dependent multiplications in a register. */
static unsigned long long work(long units) {
  unsigned long long x = 1;
  for (long i = 0; i < units * 64; ++i) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}
