// SPDX-License-Identifier: Apache-2.0
// Puts random numbers in order, and counts the primes among the gaps to the next few.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static bool is_prime(unsigned n) {
  for (unsigned d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      return false;
    }
  }
  return n > 1;
}

int main(int argc, char** argv) {
  const std::size_t numbers = 1000000UL * (argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1);
  const std::size_t next = 4;
  std::vector<unsigned> value(numbers);
  unsigned state = 1;
  for (unsigned& one : value) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    one = state;
  }
  std::sort(value.begin(), value.end());
  long primes = 0;
#pragma omp parallel for reduction(+ : primes)
  for (std::size_t i = 0; i < numbers - next; ++i) {
    for (std::size_t k = 1; k <= next; ++k) {
      primes += is_prime(value[i + k] - value[i]);
    }
  }
  std::printf("%ld of %zu gaps are prime\n", primes, next * (numbers - next));
}
