/* SPDX-License-Identifier: Apache-2.0
 *
 *   jobs_slowed PATTERN STEPS REGIONS
 *
 * Ranks that execute many short regions between messages, rank r (r + 1) times as many as rank 0, so
 * that probes slow the ranks unevenly (Sarukkai and Malony, section 4).
 *
 *   barriers   all ranks meet behind each step (Figure 5)
 *   blocking   each step goes from rank to rank and back to the first one (Figure 6)
 *   blind      rank 0 takes what the others send in the order of their arrival (Figure 7)
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 3000 };

static double done = 1;
static int rank, ranks;

static void regions(int count) {
  for (int k = 0; k < count; ++k) {
#pragma omp parallel
    {
      double own = done;
      for (int i = 0; i < ITERATIONS; ++i)
        own = own * 0.999999 + 1e-6;
      done = own;
    }
  }
}

static void barriers(int count) {
  regions(count * (rank + 1));
  MPI_Barrier(MPI_COMM_WORLD);
}

static void blocking(int count) {
  double token = done;
  if (rank > 0)
    MPI_Recv(&token, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  regions(count);
  MPI_Send(&token, 1, MPI_DOUBLE, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
  regions(count * rank);
  if (rank == 0)
    MPI_Recv(&token, 1, MPI_DOUBLE, ranks - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void blind(int count) {
  double token = done;
  if (rank > 0) {
    regions(count * rank);
    MPI_Send(&token, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  } else {
    for (int from = 1; from < ranks; ++from) {
      MPI_Recv(&token, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      regions(count / ranks);
    }
  }
  MPI_Bcast(&token, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static const struct {
  const char *name;
  void (*step)(int count);
} patterns[] = {{"barriers", barriers}, {"blocking", blocking}, {"blind", blind}};

int main(int argc, char **argv) {
  int given;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  size_t at = 0, count = sizeof patterns / sizeof *patterns;
  while (argc == 4 && at < count && strcmp(argv[1], patterns[at].name))
    ++at;
  if (argc != 4 || at == count) {
    fprintf(stderr, "jobs_slowed barriers|blocking|blind STEPS REGIONS\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  for (int step = atoi(argv[2]); step > 0; --step)
    patterns[at].step(atoi(argv[3]));
  double sum = 0;
  MPI_Reduce(&done, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d\n", sum > 0);
  MPI_Finalize();
  return 0;
}
