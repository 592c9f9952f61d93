/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks of about 28 nanoseconds, created by tasks: a binary tree for each round, one region in all.
 */
#include "../chain.h"

static uint64_t steps;

static uint64_t tree(uint64_t depth, uint64_t node) {
  if (depth == 0)
    return chain_steps(steps) ^ node;
  uint64_t left = 0, right = 0;
#pragma omp task shared(left)
  left = tree(depth - 1, 2 * node);
#pragma omp task shared(right)
  right = tree(depth - 1, 2 * node + 1);
#pragma omp taskwait
  return left * 31 + right;
}

int main(int argc, char **argv) {
  uint64_t depth = chain_argument(argc, argv, 1, 12);
  uint64_t rounds = chain_argument(argc, argv, 2, 100);
  uint64_t checksum = 0;
  steps = chain_argument(argc, argv, 3, 14);
#pragma omp parallel
#pragma omp single
  for (uint64_t round = 0; round < rounds; ++round)
    checksum = checksum * 31 + tree(depth, 1);
  return chain_report(checksum);
}
