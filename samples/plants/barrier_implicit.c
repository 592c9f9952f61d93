/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers at the ends of many short loops; without the plant the loops are `nowait`.
 */
#include "plant.h"

int main(int argc, char **argv) {
  pieces_of(argc, argv, 1);
#pragma omp parallel
  for (uint64_t i = 0; i < pieces.pieces; ++i) {
#ifdef PLANT_LEFT_OUT
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int q = 0; q < 4; ++q)
      piece_run(q);
  }
  return quarters_report(&pieces.quarters, 0);
}
