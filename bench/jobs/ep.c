/* SPDX-License-Identifier: Apache-2.0
 *
 * ep [BLOCKS]: pairs of normal deviates by the polar method, counted in square rings, after EP of
 * the NAS benchmarks. Blocks have seeds of their own, so the counts do not depend on ranks or
 * threads. Of all pairs pi/4 are accepted, within five standard deviations. */
#include "job.h"

#include <math.h>

enum { PAIRS = 1 << 16, RINGS = 12 };

static void block(long number, long *rings, double *sums) {
  uint64_t state = 1000003u * (uint64_t)number;
  for (int i = 0; i < PAIRS; ++i) {
    double x = (double)(job_random(&state) >> 11) * 0x1p-52 - 1;
    double y = (double)(job_random(&state) >> 11) * 0x1p-52 - 1;
    double t = x * x + y * y;
    if (t > 1 || t == 0)
      continue;
    double factor = sqrt(-2 * log(t) / t);
    double a = fabs(x * factor), b = fabs(y * factor);
    int ring = (int)(a > b ? a : b);
    ++rings[ring < RINGS ? ring : RINGS - 1];
    sums[0] += x * factor;
    sums[1] += y * factor;
  }
}

int main(int argc, char **argv) {
  job_begin(&argc, &argv);
  long blocks = job_size(argc, argv, 700), rings[RINGS] = {0}, all[RINGS], accepted = 0;
  double sums[2] = {0}, all_sums[2];
#pragma omp parallel for reduction(+ : rings, sums) schedule(static)
  for (long i = job_rank; i < blocks; i += job_ranks)
    block(i, rings, sums);
  MPI_Allreduce(rings, all, RINGS, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(sums, all_sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < RINGS; ++i)
    accepted += all[i];
  double n = (double)blocks * PAIRS, share = (double)accepted / n, wanted = atan(1);
  int is_right = fabs(share - wanted) < 5 * sqrt(wanted * (1 - wanted) / n) &&
                 fabs(all_sums[0]) < 5 * sqrt((double)accepted);
  return job_end("ep", is_right);
}
