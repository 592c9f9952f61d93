/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ranks: every kind of message, with known peers, tags and bytes. Prints what arrived.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD
#define NO_STATUS MPI_STATUS_IGNORE
#define NO_STATUSES MPI_STATUSES_IGNORE

static int rank, other;
static int out[64], in[64];
static long sum; /* of all that arrived */

static void show(const char *what) {
  for (int i = 0; i < 64; ++i) {
    sum = sum * 31 % 1000003 + in[i];
    in[i] = 0;
  }
  printf("%d %s %ld\n", rank, what, sum);
  fflush(stdout);
}

static void meet(void) { MPI_Barrier(WORLD); }

static void blocking(void) {
  static char room[4096];
  MPI_Status status;
  void *buffer;
  int size;
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);
    MPI_Send(out, 1, MPI_INT, 1, 1, WORLD);
    MPI_Ssend(out, 2, MPI_INT, 1, 2, WORLD);
    MPI_Bsend(out, 3, MPI_INT, 1, 3, WORLD);
    meet();
    MPI_Rsend(out, 4, MPI_INT, 1, 4, WORLD);
    MPI_Buffer_detach(&buffer, &size);
  } else {
    MPI_Request request;
    MPI_Irecv(in + 20, 4, MPI_INT, 0, 4, WORLD, &request);
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NO_STATUS);
    MPI_Recv(in + 4, 8, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, NO_STATUS);
    MPI_Recv(in + 12, 8, MPI_INT, MPI_ANY_SOURCE, 3, WORLD, &status);
    meet();
    MPI_Wait(&request, NO_STATUS);
  }
  show("blocking");
}

static void exchange(void) {
  MPI_Sendrecv(out, 5, MPI_INT, other, 10 + rank, in, 6, MPI_INT, other, 10 + other, WORLD,
               NO_STATUS);
  in[10] = rank;
  MPI_Sendrecv_replace(in + 10, 1, MPI_INT, other, 12, MPI_ANY_SOURCE, 12, WORLD, NO_STATUS);
  MPI_Sendrecv(out, 1, MPI_INT, MPI_PROC_NULL, 13, in, 1, MPI_INT, MPI_PROC_NULL, 13, WORLD,
               NO_STATUS);
  MPI_Send(out, 7, MPI_INT, MPI_PROC_NULL, 14, WORLD);
  MPI_Recv(in, 7, MPI_INT, MPI_PROC_NULL, 14, WORLD, NO_STATUS);
  show("exchange");
}

static void withRequests(void) {
  static char room[4096];
  MPI_Request request[8];
  MPI_Status status[8];
  void *buffer;
  int size, null_is_done = 0;
  MPI_Buffer_attach(room, sizeof room);
  for (int i = 0; i < 4; ++i)
    MPI_Irecv(in + 8 * i, 8, MPI_INT, other, 20 + i, WORLD, &request[i]);
  meet();
  MPI_Isend(out, 1, MPI_INT, other, 20, WORLD, &request[4]);
  MPI_Ibsend(out, 2, MPI_INT, other, 21, WORLD, &request[5]);
  MPI_Issend(out, 3, MPI_INT, other, 22, WORLD, &request[6]);
  MPI_Irsend(out, 4, MPI_INT, other, 23, WORLD, &request[7]);
  MPI_Waitall(8, request, rank ? status : NO_STATUSES);
  MPI_Wait(&request[0], NO_STATUS);
  MPI_Test(&request[0], &null_is_done, NO_STATUS);
  MPI_Waitall(8, request, NO_STATUSES);
  MPI_Buffer_detach(&buffer, &size);
  show("requests");
}

/* Which one ends is certain: the other rank sends the next when it has heard of the one before. */
static void oneByOne(void) {
  MPI_Request request[3];
  int index, flag = 0, count, indices[3];
  if (rank == 1) {
    for (int i = 2; i >= 0; --i) {
      MPI_Send(out, i + 1, MPI_INT, 0, 30 + i, WORLD);
      MPI_Recv(in, 0, MPI_INT, 0, 33, WORLD, NO_STATUS);
    }
  } else {
    for (int i = 0; i < 3; ++i)
      MPI_Irecv(in + 8 * i, 8, MPI_INT, MPI_ANY_SOURCE, 30 + i, WORLD, &request[i]);
    MPI_Waitany(3, request, &index, NO_STATUS);
    MPI_Send(out, 0, MPI_INT, 1, 33, WORLD);
    MPI_Waitsome(3, request, &count, indices, NO_STATUSES);
    MPI_Send(out, 0, MPI_INT, 1, 33, WORLD);
    while (!flag)
      MPI_Testany(3, request, &index, &flag, NO_STATUS);
    MPI_Send(out, 0, MPI_INT, 1, 33, WORLD);
    MPI_Waitany(3, request, &index, NO_STATUS);
  }
  show("one by one");
}

static void tested(void) {
  MPI_Request request[2];
  int flag = 0, count = 0, indices[2];
  MPI_Irecv(in, 2, MPI_INT, other, 40, WORLD, &request[0]);
  MPI_Isend(out, 2, MPI_INT, other, 40, WORLD, &request[1]);
  while (!flag)
    MPI_Testall(2, request, &flag, NO_STATUSES);
  MPI_Irecv(in + 4, 2, MPI_INT, other, 41, WORLD, &request[0]);
  MPI_Send(out, 2, MPI_INT, other, 41, WORLD);
  for (flag = 0; !flag;)
    MPI_Request_get_status(request[0], &flag, NO_STATUS);
  for (flag = 0; !flag;)
    MPI_Test(&request[0], &flag, NO_STATUS);
  MPI_Irecv(in + 8, 2, MPI_INT, other, 42, WORLD, &request[0]);
  MPI_Send(out, 2, MPI_INT, other, 42, WORLD);
  while (!count)
    MPI_Testsome(1, request, &count, indices, NO_STATUSES);
  show("tested");
}

static void persistent(void) {
  MPI_Request request[2];
  MPI_Recv_init(in, 8, MPI_INT, MPI_ANY_SOURCE, 50, WORLD, &request[0]);
  MPI_Send_init(out, 3, MPI_INT, other, 50, WORLD, &request[1]);
  MPI_Wait(&request[0], NO_STATUS); /* not started: at once */
  for (int i = 0; i < 2; ++i) {
    MPI_Startall(2, request);
    MPI_Waitall(2, request, NO_STATUSES);
  }
  MPI_Start(&request[0]);
  meet();
  MPI_Request_free(&request[1]);
  MPI_Ssend_init(out, 1, MPI_INT, other, 50, WORLD, &request[1]);
  MPI_Start(&request[1]);
  MPI_Wait(&request[1], NO_STATUS);
  MPI_Wait(&request[0], NO_STATUS);
  MPI_Request_free(&request[0]);
  MPI_Request_free(&request[1]);
  show("persistent");
}

static void probed(void) {
  MPI_Status status;
  MPI_Message message;
  MPI_Request request;
  int flag = 0;
  if (rank == 0) {
    for (int i = 0; i < 4; ++i)
      MPI_Send(out, i + 1, MPI_INT, 1, 60 + i, WORLD);
  } else {
    MPI_Probe(MPI_ANY_SOURCE, 60, WORLD, NO_STATUS);
    MPI_Recv(in, 1, MPI_INT, 0, 60, WORLD, NO_STATUS);
    while (!flag)
      MPI_Iprobe(0, MPI_ANY_TAG, WORLD, &flag, &status);
    MPI_Recv(in, 2, MPI_INT, 0, 61, WORLD, NO_STATUS);
    MPI_Mprobe(MPI_ANY_SOURCE, 62, WORLD, &message, NO_STATUS);
    MPI_Mrecv(in + 8, 8, MPI_INT, &message, NO_STATUS);
    for (flag = 0; !flag;)
      MPI_Improbe(0, 63, WORLD, &flag, &message, NO_STATUS);
    MPI_Imrecv(in + 16, 8, MPI_INT, &message, &request);
    MPI_Wait(&request, NO_STATUS);
  }
  MPI_Mprobe(MPI_PROC_NULL, 64, WORLD, &message, NO_STATUS);
  MPI_Mrecv(in, 1, MPI_INT, &message, NO_STATUS);
  show("probed");
}

static void dropped(void) {
  MPI_Request request;
  MPI_Irecv(in, 1, MPI_INT, other, 70, WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, NO_STATUS);
  MPI_Isend(out, 1, MPI_INT, other, 71, WORLD, &request);
  MPI_Request_free(&request);
  MPI_Recv(in, 1, MPI_INT, other, 71, WORLD, NO_STATUS);
  MPI_Send(out, 1, MPI_INT, other, 72, WORLD);
  MPI_Probe(other, 72, WORLD, NO_STATUS);
  MPI_Irecv(in, 1, MPI_INT, other, 72, WORLD, &request);
  MPI_Cancel(&request); /* too late: it has come */
  MPI_Wait(&request, NO_STATUS);
  show("dropped");
}

static void types(void) {
  MPI_Datatype column;
  MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  double a[16], b[16] = {0};
  for (int i = 0; i < 16; ++i)
    a[i] = i + rank;
  MPI_Sendrecv(a, 1, column, other, 80, b, 16, MPI_DOUBLE, other, 80, WORLD, NO_STATUS);
  MPI_Type_free(&column);
  in[0] = (int)(b[0] + b[1] + b[2] + b[3]);
  show("types");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(WORLD, &rank);
  other = 1 - rank;
  for (int i = 0; i < 64; ++i)
    out[i] = 100 * rank + i;
  blocking();
  exchange();
  withRequests();
  oneByOne();
  tested();
  persistent();
  probed();
  dropped();
  types();
  MPI_Finalize();
  return 0;
}
