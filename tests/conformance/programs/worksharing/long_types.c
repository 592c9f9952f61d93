// tare: treatment: parallel for measured 3
// Loops over 64 bits and over unsigned values near their ends, and over short ones.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  uint64_t sum = 0;
  int n = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t i = -5000000000ll; i < -4999999990ll; i++)
    sum += (uint64_t)-i;
#pragma omp parallel for reduction(+ : n) schedule(dynamic, 3)
  for (uint32_t i = 4294967200u; i < 4294967290u; i += 7)
    n++;
#pragma omp parallel for reduction(+ : n) schedule(guided)
  for (short c = 250; c > 10; c -= 20)
    n += 100;
  printf("%llu %d\n", (unsigned long long)sum, n);
  return !(sum == 49999999955ull && n == 1213);
}
