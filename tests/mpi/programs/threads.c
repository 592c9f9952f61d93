/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ranks with four threads each: all call MPI at once. Tag t carries 4 * (t % 7 + 1) bytes. Each
 * thread has a communicator of its own and, in turns, the world with tags of its own.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, AT_ONCE = 8 };

static int rank, other, rounds;
static MPI_Comm comms[THREADS];
static long arrived[THREADS];

static int ints(int tag) { return tag % 7 + 1; }

static void *work(void *argument) {
  int me = (int)(long)argument, data[AT_ONCE][8] = {{0}}, out[8] = {0};
  for (int round = 0; round < rounds; ++round) {
    MPI_Request in[AT_ONCE], sent[AT_ONCE];
    MPI_Comm comm = round % 2 ? comms[me] : MPI_COMM_WORLD;
    for (int i = 0; i < AT_ONCE; ++i) {
      int tag = (me * AT_ONCE + i) * 16 + round % 16;
      MPI_Irecv(data[i], 8, MPI_INT, other, tag, comm, &in[i]);
      MPI_Isend(out, ints(tag), MPI_INT, other, tag, comm, &sent[i]);
    }
    for (int left = AT_ONCE; left; --left) {
      int index, count;
      MPI_Status status;
      MPI_Waitany(AT_ONCE, in, &index, &status);
      MPI_Get_count(&status, MPI_INT, &count);
      if (count != ints(status.MPI_TAG))
        abort();
      arrived[me] += count;
    }
    MPI_Waitall(AT_ONCE, sent, MPI_STATUSES_IGNORE);
    MPI_Barrier(comms[me]);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (level != MPI_THREAD_MULTIPLE)
    MPI_Abort(MPI_COMM_WORLD, 3);
  rounds = argc > 1 ? atoi(argv[1]) : 50;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; ++i)
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  for (long i = 0; i < THREADS; ++i)
    pthread_create(&thread[i], NULL, work, (void *)i);
  long sum = 0;
  for (int i = 0; i < THREADS; ++i) {
    pthread_join(thread[i], NULL);
    sum += arrived[i];
    MPI_Comm_free(&comms[i]);
  }
  printf("%d got %ld\n", rank, sum);
  MPI_Finalize();
  return 0;
}
