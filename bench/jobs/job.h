/* SPDX-License-Identifier: Apache-2.0
 *
 * Begin and end of a program of ranks: it prints how long it took between MPI_Init and
 * MPI_Finalize, and whether its result is right (its exit status says that too). */
#ifndef JOB_H
#define JOB_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int job_rank, job_ranks;
static double job_began;

static inline void job_begin(int *argc, char ***argv) {
  int level;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &job_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &job_ranks);
  MPI_Barrier(MPI_COMM_WORLD);
  job_began = MPI_Wtime();
}

/* `is_right`: of this rank. */
static inline int job_end(const char *name, int is_right) {
  int all_right = 0;
  MPI_Reduce(&is_right, &all_right, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (job_rank == 0)
    printf("%s %s time_s %.6f\n", name, all_right ? "verified" : "WRONG", MPI_Wtime() - job_began);
  MPI_Bcast(&all_right, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return !all_right;
}

static inline long job_size(int argc, char **argv, long usual) {
  long size = argc > 1 ? atol(argv[1]) : usual;
  if (size < 1) {
    fprintf(stderr, "the size is a positive number\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return size;
}

static inline uint64_t job_random(uint64_t *state) { /* splitmix64 (Steele, Lea and Flood) */
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

#endif
