// SPDX-License-Identifier: Apache-2.0
// Counts the happy numbers below a limit: repeated sums of the squares of their digits end with 1.
#include <cstdio>
#include <cstdlib>

static unsigned squares(unsigned number) {
  unsigned sum = 0;
  for (; number > 0; number /= 10) {
    sum += (number % 10) * (number % 10);
  }
  return sum;
}

int main(int argc, char** argv) {
  const int limit = 4000000 * (argc > 1 ? std::atoi(argv[1]) : 1);
  long count = 0, total = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : count, total)
  for (int number = 1; number < limit; ++number) {
    unsigned now = number;
    while (now != 1 && now != 4) {
      now = squares(now);
    }
    if (now == 1) {
      ++count;
      total += number;
    }
  }
  std::printf("%ld happy numbers below %d, sum %ld\n", count, limit, total);
}
