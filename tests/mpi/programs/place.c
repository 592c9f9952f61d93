/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ranks with two threads: messages in serial code, in a region, and in a region's construct.
 */
#include <mpi.h>
#include <stdio.h>

static int rank, other, got;

static void exchange(int tag) {
  MPI_Sendrecv(&rank, 1, MPI_INT, other, tag, &got, 1, MPI_INT, other, tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  int level;
  double sum = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < 1000; ++i)
      sum += i;
#pragma omp single
    exchange(1);
#pragma omp critical
    exchange(2);
  }
  for (int i = 0; i < 3; ++i)
    exchange(3);
  printf("%d %d %g\n", rank, got, sum);
  MPI_Finalize();
  return 0;
}
