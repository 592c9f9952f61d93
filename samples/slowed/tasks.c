/* SPDX-License-Identifier: Apache-2.0
 *
 * Tasks of about 20 microseconds that one thread makes and all execute, in waves: who executes how
 * many depends on the probes too.
 */
#include "../chain.h"

int main(int argc, char **argv) {
  uint64_t waves = chain_argument(argc, argv, 1, 500);
  uint64_t tasks = chain_argument(argc, argv, 2, 40);
  uint64_t units = chain_argument(argc, argv, 3, 10);
  uint64_t checksum = 0;
#pragma omp parallel
#pragma omp single
  for (uint64_t wave = 0; wave < waves; ++wave) {
    for (uint64_t task = 0; task < tasks; ++task) {
#pragma omp task
      {
        uint64_t own = chain_run(units) >> 63;
#pragma omp atomic
        checksum += own;
      }
    }
#pragma omp taskwait
  }
  return chain_report(checksum != 0);
}
