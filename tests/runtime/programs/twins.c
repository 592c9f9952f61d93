/* SPDX-License-Identifier: Apache-2.0
 * A serial program with hand-placed probes at two twins, one inside the other.
 *
 *   node 0 loop, 1 call in it
 */
#include <stdio.h>

#define M (&tare_m_twins)
#define P tare_m_twins.probes

static unsigned long work(unsigned long steps) {
  unsigned long x = steps;
  for (unsigned long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}

int main(void) {
  unsigned long sum = work(50000);
  for (int k = 0; k < 5; ++k) {
    unsigned long n = 0;
    P->serial_begin(M, 0);
    for (int i = 0; i < 10; ++i) {
      ++n;
      sum += work(4000);
      P->serial_begin(M, 1);
      sum += work(6000);
      P->serial_end(M, 1, 1);
    }
    P->serial_end(M, 0, n);
  }
  printf("%d\n", sum != 0);
  return 0;
}
