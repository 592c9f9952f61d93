// SPDX-License-Identifier: Apache-2.0
// Gates are tried with runs of this program, once as it is and once with -DUNEVEN: then one thread of
// two has 65 of 100 units, so that load imbalance grows by 30 % of T_p. The work is a chain of
// dependent operations in a register: neither memory nor the compiler changes it.
#include <stdint.h>
#include <stdio.h>

#define UNITS 100
#define STEPS 600000 // of a unit: about a millisecond

static uint64_t unit(uint64_t value) {
  for (int i = 0; i < STEPS; ++i) {
    value = value * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(value));
  }
  return value;
}

int main(void) {
  uint64_t sum = 0;
#ifdef UNEVEN
#pragma omp parallel for schedule(static, 65) reduction(^ : sum)
#else
#pragma omp parallel for schedule(static, 50) reduction(^ : sum)
#endif
  for (int i = 0; i < UNITS; ++i)
    sum ^= unit((uint64_t)i);
  printf("%016llx\n", (unsigned long long)sum);
  return 0;
}
