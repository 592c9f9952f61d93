/* SPDX-License-Identifier: Apache-2.0
 *
 * polls COUNT: one rank asks so often for a message that does not come, then sends itself as many.
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1000, flag, got = 0;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < count; ++i)
    MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  for (int i = 0; i < count; ++i) {
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
    MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (got != i)
      abort();
  }
  MPI_Finalize();
  return 0;
}
