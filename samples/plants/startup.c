/* SPDX-License-Identifier: Apache-2.0
 *
 * The first region of a run, which starts the runtime and its threads: a program so short that this
 * is a part of it.  The first argument is the units of each of two threads; nothing can be left
 * out, so the truth is what T_p is longer than T_s / p.
 */
#include "plant.h"

int main(int argc, char **argv) {
  uint64_t units = chain_argument(argc, argv, 1, 1000);
  struct quarters quarters = {0};
#pragma omp parallel for schedule(static)
  for (int q = 0; q < 4; ++q)
    quarters.sum[q][0] += chain_run(units / 2);
  return quarters_report(&quarters, 0);
}
