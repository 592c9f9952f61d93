/* SPDX-License-Identifier: Apache-2.0
 *
 * Fork and join: the work is cut into many small regions.  Without the plant it is one region.
 */
#include "plant.h"

int main(int argc, char **argv) {
  pieces_of(argc, argv, 1);
#ifdef PLANT_LEFT_OUT
#pragma omp parallel
  for (uint64_t i = 0; i < pieces.pieces; ++i)
    pieces_run();
#else
  for (uint64_t i = 0; i < pieces.pieces; ++i) {
#pragma omp parallel
    pieces_run();
  }
#endif
  return quarters_report(&pieces.quarters, 0);
}
