/* SPDX-License-Identifier: Apache-2.0
 *
 * delays LATENCY_US MB_S EAGER_BYTES: two ranks of one host. Each message holds when its call
 * began; whoever gets it checks that it took no less than the delays. Prints "rank cases". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHORT = 8, LONG = 200000 };

static double latency, byte_s, eager;
static int rank, cases;
static double out[LONG / 8], in[LONG / 8];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(const char *what, double began, double messages, double bytes) {
  double took = now() - began, least = messages * (latency + bytes * byte_s);
  ++cases;
  if (took >= least - 1e-9) /* sums of doubles */
    return;
  fprintf(stderr, "rank %d: %s took %.9f s, not %.9f\n", rank, what, took, least);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static double *began(void) {
  out[0] = now();
  return out;
}

static void send(int bytes, int tag) {
  MPI_Send(began(), bytes, MPI_BYTE, 1, tag, MPI_COMM_WORLD);
  if (bytes > eager)
    check("a long send", out[0], 1, bytes);
}

static void blocking(int bytes) {
  MPI_Status status;
  int flag = 0;
  MPI_Message message;
  if (rank == 0) {
    for (int tag = 0; tag < 4; ++tag)
      send(bytes, tag);
    MPI_Ssend(began(), bytes, MPI_BYTE, 1, 4, MPI_COMM_WORLD);
    check("a synchronous send", out[0], 1, bytes);
    return;
  }
  MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  check("a receive", in[0], 1, bytes);
  MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  check("a blind receive", in[0], 1, bytes);
  MPI_Probe(0, 2, MPI_COMM_WORLD, &status);
  double probed = now();
  MPI_Recv(in, bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (probed - in[0] < latency)
    MPI_Abort(MPI_COMM_WORLD, 1);
  check("a receive behind a probe", in[0], 1, bytes);
  while (!flag)
    MPI_Improbe(0, 3, MPI_COMM_WORLD, &flag, &message, &status);
  MPI_Mrecv(in, bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  check("a receive of a matched message", in[0], 1, bytes);
  flag = 0;
  while (!flag)
    MPI_Iprobe(0, 4, MPI_COMM_WORLD, &flag, &status);
  probed = now();
  MPI_Recv(in, bytes, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (probed - in[0] < latency)
    MPI_Abort(MPI_COMM_WORLD, 1);
  check("a synchronous receive", in[0], 1, bytes);
}

static void with_requests(int bytes) {
  MPI_Request request;
  int flag = 0;
  for (int i = 0; i < 3; ++i) {
    if (rank == 0) {
      MPI_Isend(began(), bytes, MPI_BYTE, 1, 9, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      continue;
    }
    MPI_Irecv(in, bytes, MPI_BYTE, 0, 9, MPI_COMM_WORLD, &request);
    for (flag = i == 0; !flag;)
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    check("a receive with a request", in[0], 1, bytes);
  }
  if (rank == 0)
    MPI_Send_init(out, bytes, MPI_BYTE, 1, 10, MPI_COMM_WORLD, &request);
  else
    MPI_Recv_init(in, bytes, MPI_BYTE, 0, 10, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 2; ++i) {
    began();
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1)
      check("a persistent receive", in[0], 1, bytes);
  }
  MPI_Request_free(&request);
}

/* What MPI says of a receive from nobody is no message. */
static void with_nobody(void) {
  MPI_Request requests[2];
  MPI_Irecv(in, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void both_ways(int bytes) {
  MPI_Sendrecv(began(), bytes, MPI_BYTE, 1 - rank, 5, in, bytes, MPI_BYTE, 1 - rank, 5,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  check("an exchange", in[0], 1, bytes);
  in[0] = now();
  MPI_Sendrecv_replace(in, bytes, MPI_BYTE, 1 - rank, 6, 1 - rank, 6, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  check("an exchange in place", in[0], 1, bytes);
}

static double of_other(double mine) {
  double both;
  PMPI_Allreduce(&mine, &both, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return both - mine;
}

static void together(int bytes) {
  int count = bytes / 8;
  MPI_Request request;
  double entered;
  if (rank == 0)
    began();
  MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank == 1)
    check("a broadcast", out[0], 1, bytes);
  began();
  MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  check("an allreduce", in[0] - out[0], 1, bytes);
  began();
  MPI_Reduce(out, in, count, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
  if (rank == 1)
    check("a reduction", in[0] - out[0], 1, bytes);
  began();
  MPI_Scan(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1)
    check("a scan", in[0] - out[0], 1, bytes);
  out[0] = out[count / 2] = now();
  MPI_Alltoall(out, count / 2, MPI_DOUBLE, in, count / 2, MPI_DOUBLE, MPI_COMM_WORLD);
  if (count > 1)
    check("an alltoall", in[(1 - rank) * (count / 2)], 1, bytes / 2);
  entered = now();
  MPI_Barrier(MPI_COMM_WORLD);
  double left = now();
  entered = of_other(entered);
  if (left - entered < latency - 1e-9)
    MPI_Abort(MPI_COMM_WORLD, 1);
  entered = now();
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  left = now();
  entered = of_other(entered);
  if (left - entered < latency - 1e-9)
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  latency = 1e-6 * atof(argv[1]);
  byte_s = atof(argv[2]) > 0 ? 1e-6 / atof(argv[2]) : 0;
  eager = atof(argv[3]);
  for (int bytes = SHORT; bytes <= LONG; bytes += LONG - SHORT) {
    blocking(bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    with_requests(bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    with_nobody();
    both_ways(bytes);
    together(bytes);
  }
  printf("%d %d\n", rank, cases);
  MPI_Finalize();
  return 0;
}
