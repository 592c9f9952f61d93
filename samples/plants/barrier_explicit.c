/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers: each thread does the same small amount between many of them.
 */
#include "plant.h"

int main(int argc, char **argv) {
  pieces_of(argc, argv, 1);
#pragma omp parallel
  for (uint64_t i = 0; i < pieces.pieces; ++i) {
    pieces_run();
#ifndef PLANT_LEFT_OUT
#pragma omp barrier
#endif
  }
  return quarters_report(&pieces.quarters, 0);
}
