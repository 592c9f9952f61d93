/* SPDX-License-Identifier: Apache-2.0
 *
 * ends HOW: two ranks exchange 100 messages; then the last one ends as HOW says.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "finalize";
  int rank, size, got;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 100; ++i)
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, i, &got, 1, MPI_INT,
                 (rank + size - 1) % size, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!strcmp(how, "fork")) { /* the child's end is not the rank's */
    pid_t child = fork();
    if (child == 0)
      exit(0);
    waitpid(child, NULL, 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == size - 1) {
    if (!strcmp(how, "exit"))
      exit(5);
    if (!strcmp(how, "_exit"))
      _exit(5);
    if (!strcmp(how, "kill"))
      raise(SIGKILL);
    if (!strcmp(how, "fatal"))
      MPI_Send(&got, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
    if (!strcmp(how, "abort"))
      MPI_Abort(MPI_COMM_WORLD, 5);
  }
  if (!strcmp(how, "without"))
    return 0;
  if (strcmp(how, "finalize") && strcmp(how, "fork"))
    MPI_Barrier(MPI_COMM_WORLD); /* which nobody leaves */
  MPI_Finalize();
  printf("%d done\n", rank);
  return 0;
}
