// SPDX-License-Identifier: Apache-2.0
// Keeps the numbers of a list that are divisible by 3 or 7. A prefix sum in two passes says where
// each goes: every thread scans its part, then adds what the parts before it hold.
#include <cstdio>
#include <cstdlib>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num() { return 0; }
static int omp_get_num_threads() { return 1; }
#endif

static bool wanted(unsigned number) { return number % 3 == 0 || number % 7 == 0; }

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 6000000;
  std::vector<unsigned> numbers(n), kept;
  std::vector<int> place(n), parts;
  unsigned seed = 13;
  for (unsigned &number : numbers) {
    seed = seed * 1664525u + 1013904223u;
    number = seed >> 4;
  }

#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp single
    parts.assign(omp_get_num_threads() + 1, 0);

    int count = 0;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      place[i] = count;
      count += wanted(numbers[i]);
    }
    parts[me + 1] = count;
#pragma omp barrier
#pragma omp single
    {
      for (int t = 1; t <= omp_get_num_threads(); t++)
        parts[t] += parts[t - 1];
      kept.resize(parts.back());
    }
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      if (wanted(numbers[i]))
        kept[place[i] + parts[me]] = numbers[i];
  }

  unsigned checksum = 0;
  for (unsigned number : kept)
    checksum = checksum * 31 + number;
  std::printf("%zu of %d kept, checksum %u\n", kept.size(), n, checksum);
  return 0;
}
