/* SPDX-License-Identifier: Apache-2.0
 *
 * A contended critical: all the work is done while the lock is held, so T_p = T_s, and of every
 * thread's time (p-1)/p is waiting: for the lock, or, when a thread gets it too often, at the end
 * of the loop for those that waited for the lock.  Both are the lock's: 50 % of T_p at p = 2.
 */
#include "chain.h"

int main(int argc, char **argv) {
  uint64_t held = chain_argument(argc, argv, 1, 100);
  uint64_t times = chain_argument(argc, argv, 2, 2400);
  uint64_t checksum = 0;
#pragma omp parallel for schedule(static)
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp critical
    checksum += chain_run(held);
  }
  return chain_report(checksum);
}
