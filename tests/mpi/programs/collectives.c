/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ranks: every collective, with known roots and bytes; then again with requests. Prints what
 * arrived.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define INT MPI_INT
#define SUM MPI_SUM

static int rank, out[64], in[64];
static long sum;

static void show(const char *what) {
  for (int i = 0; i < 64; ++i) {
    sum = sum * 31 % 1000003 + in[i];
    in[i] = 0;
    out[i] = 10 * rank + i;
  }
  printf("%d %s %ld\n", rank, what, sum);
  fflush(stdout);
}

static const int counts[2] = {1, 2}, at[2] = {0, 4}, both[2] = {2, 2};
static const int bytes_at[2] = {0, 16};
static int mine(void) { return counts[rank]; }

static void blocking(void) {
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Barrier(WORLD);
  memcpy(in, out, sizeof in);
  MPI_Bcast(in, 3, INT, 1, WORLD);
  MPI_Gather(out, 2, INT, in + 8, 2, INT, 0, WORLD);
  MPI_Gatherv(out, mine(), INT, in + 16, counts, at, INT, 1, WORLD);
  MPI_Scatter(out, 2, INT, in + 24, 2, INT, 0, WORLD);
  MPI_Scatterv(out, counts, at, INT, in + 32, mine(), INT, 1, WORLD);
  show("rooted");
  MPI_Allgather(out, 2, INT, in, 2, INT, WORLD);
  MPI_Allgatherv(out, mine(), INT, in + 8, counts, at, INT, WORLD);
  MPI_Alltoall(out, 2, INT, in + 16, 2, INT, WORLD);
  MPI_Alltoallv(out, both, at, INT, in + 24, both, at, INT, WORLD);
  MPI_Alltoallw(out, both, bytes_at, types, in + 40, both, bytes_at, types, WORLD);
  show("all");
  MPI_Reduce(out, in, 5, INT, SUM, 0, WORLD);
  MPI_Allreduce(out, in + 8, 3, INT, SUM, WORLD);
  MPI_Reduce_scatter(out, in + 16, counts, INT, SUM, WORLD);
  MPI_Reduce_scatter_block(out, in + 24, 2, INT, SUM, WORLD);
  MPI_Scan(out, in + 32, 2, INT, SUM, WORLD);
  MPI_Exscan(out, in + 40, 2, INT, SUM, WORLD);
  if (rank == 0)
    in[40] = in[41] = 0;
  show("reduced");
}

static void inPlace(void) {
  int is_root = rank == 0;
  memcpy(in, out, sizeof in);
  MPI_Gather(is_root ? MPI_IN_PLACE : out, 2, INT, in, 2, INT, 0, WORLD);
  MPI_Gatherv(is_root ? MPI_IN_PLACE : out, mine(), INT, in + 8, counts, at, INT, 0, WORLD);
  MPI_Scatter(out, 2, INT, is_root ? MPI_IN_PLACE : in + 16, 2, INT, 0, WORLD);
  MPI_Scatterv(out, counts, at, INT, is_root ? MPI_IN_PLACE : in + 24, mine(), INT, 0, WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, INT, WORLD);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in + 8, 2, INT, WORLD);
  MPI_Reduce(is_root ? MPI_IN_PLACE : in, in, 2, INT, SUM, 0, WORLD);
  MPI_Allreduce(MPI_IN_PLACE, in + 32, 3, INT, SUM, WORLD);
  show("in place");
}

static void wait(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

static void withRequests(void) {
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Request r;
  MPI_Ibarrier(WORLD, &r), wait(&r);
  memcpy(in, out, sizeof in);
  MPI_Ibcast(in, 3, INT, 1, WORLD, &r), wait(&r);
  MPI_Igather(out, 2, INT, in + 8, 2, INT, 0, WORLD, &r), wait(&r);
  MPI_Igatherv(out, mine(), INT, in + 16, counts, at, INT, 1, WORLD, &r), wait(&r);
  MPI_Iscatter(out, 2, INT, in + 24, 2, INT, 0, WORLD, &r), wait(&r);
  MPI_Iscatterv(out, counts, at, INT, in + 32, mine(), INT, 1, WORLD, &r), wait(&r);
  show("rooted");
  MPI_Request all[5];
  MPI_Iallgather(out, 2, INT, in, 2, INT, WORLD, &all[0]);
  MPI_Iallgatherv(out, mine(), INT, in + 8, counts, at, INT, WORLD, &all[1]);
  MPI_Ialltoall(out, 2, INT, in + 16, 2, INT, WORLD, &all[2]);
  MPI_Ialltoallv(out, both, at, INT, in + 24, both, at, INT, WORLD, &all[3]);
  MPI_Ialltoallw(out, both, bytes_at, types, in + 40, both, bytes_at, types, WORLD, &all[4]);
  MPI_Waitall(5, all, MPI_STATUSES_IGNORE);
  show("all");
  MPI_Ireduce(out, in, 5, INT, SUM, 0, WORLD, &r), wait(&r);
  MPI_Iallreduce(out, in + 8, 3, INT, SUM, WORLD, &r), wait(&r);
  MPI_Ireduce_scatter(out, in + 16, counts, INT, SUM, WORLD, &r), wait(&r);
  MPI_Ireduce_scatter_block(out, in + 24, 2, INT, SUM, WORLD, &r), wait(&r);
  MPI_Iscan(out, in + 32, 2, INT, SUM, WORLD, &r), wait(&r);
  MPI_Iexscan(out, in + 40, 2, INT, SUM, WORLD, &r), wait(&r);
  if (rank == 0)
    in[40] = in[41] = 0;
  show("reduced");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(WORLD, &rank);
  for (int i = 0; i < 64; ++i)
    out[i] = 10 * rank + i;
  blocking();
  inPlace();
  withRequests();
  MPI_Finalize();
  return 0;
}
