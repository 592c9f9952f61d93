/* SPDX-License-Identifier: Apache-2.0
 *
 * others FILE: two ranks: one-sided, and files. Prints what stands in the file.
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, all[2] = {0}, *there;
  MPI_Win shared;
  MPI_File file;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof rank, sizeof rank, MPI_INFO_NULL, MPI_COMM_WORLD, &there, &shared);
  *there = 0;
  MPI_Win_fence(0, shared);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, shared);
  MPI_Win_fence(0, shared);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, shared);
  MPI_Raccumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, shared, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, shared);
  MPI_Win_free(&shared);
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write_at_all(file, rank * sizeof rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_iread_at(file, 0, all, 2, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  printf("%d %d %d\n", rank, all[0], all[1]);
  MPI_Finalize();
  return 0;
}
