/* SPDX-License-Identifier: Apache-2.0
 *
 * One thread creates many short tasks for all.  Without the plant they are iterations of a loop.
 */
#include "plant.h"

int main(int argc, char **argv) {
  pieces_of(argc, argv, 4);
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static)
  for (uint64_t i = 0; i < pieces.pieces; ++i)
    piece_run(omp_get_thread_num() % 4);
#else
#pragma omp parallel
#pragma omp single
  for (uint64_t i = 0; i < pieces.pieces; ++i) {
#pragma omp task
    piece_run(omp_get_thread_num() % 4);
  }
#endif
  return chain_report(pieces.quarters.sum[0][0] + pieces.quarters.sum[1][0] +
                      pieces.quarters.sum[2][0] + pieces.quarters.sum[3][0]);
}
