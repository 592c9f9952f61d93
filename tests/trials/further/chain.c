// SPDX-License-Identifier: Apache-2.0
// Computes a digest of each block of data, and from these a digest of the whole, block after block.
#include <stdio.h>
#include <stdlib.h>

enum { block_size = 20000 };

static unsigned digest(unsigned block) {
  unsigned state = 2166136261U ^ block;
  for (unsigned i = 0; i < block_size; ++i) {
    state = 16777619U * (state ^ (i + block));
  }
  return state;
}

int main(int argc, char** argv) {
  const int blocks = 8000 * (argc > 1 ? atoi(argv[1]) : 1);
  unsigned whole = 0;
#pragma omp parallel for ordered schedule(static)
  for (int block = 0; block < blocks; ++block) {
    const unsigned one = digest((unsigned)block);
#pragma omp ordered
    whole = 31U * whole + one;
  }
  printf("digest %08x of %d blocks\n", whole, blocks);
  return 0;
}
