/* SPDX-License-Identifier: Apache-2.0
 *
 * Load imbalance: row i costs i + 1 units.  With schedule(static) the last thread has the last
 * n/p rows; at p = 2 it does 3/4 of the work W, and the imbalance is W/4 of T_p = 3W/4.
 * -DTRIANGULAR_CYCLIC: schedule(static, 1) deals the rows out; next to nothing is left of it.
 */
#include "chain.h"

#ifdef TRIANGULAR_CYCLIC
#define ROWS schedule(static, 1)
#else
#define ROWS schedule(static)
#endif

int main(int argc, char **argv) {
  uint64_t n = chain_argument(argc, argv, 1, 640);
  uint64_t *row = malloc((n + 1) * sizeof *row);
  uint64_t checksum = 0;
  if (!row)
    return 1;
#pragma omp parallel for ROWS
  for (uint64_t i = 0; i < n; ++i)
    row[i] = chain_run(i + 1);
  for (uint64_t i = 0; i < n; ++i)
    checksum = checksum * 31 + row[i];
  free(row);
  return chain_report(checksum);
}
