/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ranks: calls that fail return what MPI returns, and later calls go on.
 */
#include <mpi.h>
#include <stdio.h>

static int rank;

static void show(const char *what, int result) {
  int class = -1;
  MPI_Error_class(result, &class);
  printf("%d %s %s\n", rank, what,
         class == MPI_SUCCESS         ? "success"
         : class == MPI_ERR_RANK      ? "rank"
         : class == MPI_ERR_TRUNCATE  ? "truncate"
         : class == MPI_ERR_COUNT     ? "count"
         : class == MPI_ERR_COMM      ? "comm"
         : class == MPI_ERR_IN_STATUS ? "in status"
                                      : "another");
}

int main(int argc, char **argv) {
  int out[8] = {0}, in[8] = {0}, other;
  MPI_Request request[2];
  MPI_Status status[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  other = 1 - rank;
  show("send to 7", MPI_Send(out, 1, MPI_INT, 7, 0, MPI_COMM_WORLD));
  show("receive -1", MPI_Recv(in, -1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  show("bcast from 9", MPI_Bcast(out, 1, MPI_INT, 9, MPI_COMM_WORLD));
  show("barrier on none", MPI_Barrier(MPI_COMM_NULL));
  MPI_Irecv(in, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(in + 4, 4, MPI_INT, other, 2, MPI_COMM_WORLD, &request[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(out, 4, MPI_INT, other, 1, MPI_COMM_WORLD);
  MPI_Send(out, 4, MPI_INT, other, 2, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  int result = MPI_Waitall(2, request, status);
  show("too long", result);
  if (result == MPI_ERR_IN_STATUS) {
    show("first", status[0].MPI_ERROR);
    show("second", status[1].MPI_ERROR);
    if (status[1].MPI_ERROR == MPI_ERR_PENDING)
      show("second again", MPI_Wait(&request[1], MPI_STATUS_IGNORE));
  }
  show("send", MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
