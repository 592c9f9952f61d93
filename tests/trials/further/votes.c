// SPDX-License-Identifier: Apache-2.0
// Counts the votes for four parties. Each thread counts for itself, and the counts are added at the end.
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { parties = 4, most_threads = 64 };

static unsigned count[most_threads][parties];

int main(int argc, char** argv) {
  const long votes = 160000000L * (argc > 1 ? atoi(argv[1]) : 1);
#pragma omp parallel
  {
    int me = 0;
#ifdef _OPENMP
    me = omp_get_thread_num();
#endif
#pragma omp for
    for (long i = 0; i < votes; ++i) {
      unsigned paper = 2654435761U * (unsigned)i;
      paper ^= paper >> 15;
      ++count[me][paper % parties];
    }
  }
  for (int party = 0; party < parties; ++party) {
    unsigned all = 0;
    for (int thread = 0; thread < most_threads; ++thread) {
      all += count[thread][party];
    }
    printf("party %d: %u votes\n", party, all);
  }
  return 0;
}
