/* SPDX-License-Identifier: Apache-2.0
 *
 * Scheduling: setting up many short static loops.  Without the plant each thread takes its
 * iterations by its number.
 */
#include "plant.h"

int main(int argc, char **argv) {
  pieces_of(argc, argv, 1);
#pragma omp parallel
  for (uint64_t i = 0; i < pieces.pieces; ++i) {
#ifdef PLANT_LEFT_OUT
    pieces_run();
#else
#pragma omp for schedule(static, 1) nowait
    for (int q = 0; q < 4; ++q)
      piece_run(q);
#endif
  }
  return quarters_report(&pieces.quarters, 0);
}
