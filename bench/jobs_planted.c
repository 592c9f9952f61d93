/* SPDX-License-Identifier: Apache-2.0
 *
 *   jobs_planted PATTERN WITH STEPS UNITS
 *
 * A job of two ranks whose overhead is planted.  Each step both ranks work UNITS; the pattern adds
 * a quarter of that where WITH is 1, and nothing that costs time where it is 0, though both do the
 * same work in all.  One rank alone does the work of both.  Prints the job's time in seconds
 * (between barriers), and a number that depends on all work.
 *
 *   late_sender    rank 0 works longer before it sends, and rank 1 after it received
 *   late_receiver  rank 1 works longer before it receives what rank 0 sends synchronously
 *   uneven         rank 1 has more to do, and both meet
 *   rank_0_alone   rank 0 does a part that all wait for
 *   transfer       both exchange long messages
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT_STEPS = 20000, MESSAGE_DOUBLES = 1 << 17, EXCHANGES = 4 };

static double done = 1;
static int rank, ranks;

static void work(long units) {
#pragma omp parallel num_threads(1) /* a hybrid program has regions */
  for (long i = 0; i < units * UNIT_STEPS; ++i)
    done = done * 0.999999 + 1e-6;
}

static void send_to(int receiver, int synchronous) {
  if (synchronous)
    MPI_Ssend(&done, 1, MPI_DOUBLE, receiver, 0, MPI_COMM_WORLD);
  else
    MPI_Send(&done, 1, MPI_DOUBLE, receiver, 0, MPI_COMM_WORLD);
}

static void receive_from(int sender) {
  double got;
  MPI_Recv(&got, 1, MPI_DOUBLE, sender, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Both ranks work `units` and `more`; without the overhead the message goes before `more`. */
static void late_sender(int with, long units, long more) {
  if (ranks == 1) {
    work(2 * units + 2 * more);
  } else if (rank == 0) {
    work(units + (with ? more : 0));
    send_to(1, 0);
    work(with ? 0 : more);
  } else {
    work(units);
    receive_from(0);
    work(more);
  }
}

static void late_receiver(int with, long units, long more) {
  if (ranks == 1) {
    work(2 * units + 2 * more);
  } else if (rank == 0) {
    work(units);
    send_to(1, 1);
    work(more);
  } else {
    work(units + (with ? more : 0));
    receive_from(0);
    work(with ? 0 : more);
  }
}

static void uneven(int with, long units, long more) {
  if (ranks == 1)
    work(2 * units + 2 * more);
  else if (with)
    work(units + (rank == 1 ? 2 * more : 0));
  else
    work(units + more);
}

static void rank_0_alone(int with, long units, long more) {
  if (ranks == 1) {
    work(2 * units + 2 * more);
    return;
  }
  if (!with)
    work(more);
  else if (rank == 0)
    work(2 * more);
  double sent = done;
  MPI_Bcast(&sent, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  work(units);
}

static void transfer(int with, long units, long more) {
  static double out[MESSAGE_DOUBLES], in[MESSAGE_DOUBLES];
  if (ranks == 1) {
    work(2 * units + 2 * more);
    return;
  }
  work(units + more);
  for (int i = 0; with && i < EXCHANGES; ++i)
    MPI_Sendrecv(out, MESSAGE_DOUBLES, MPI_DOUBLE, 1 - rank, 0, in, MESSAGE_DOUBLES, MPI_DOUBLE,
                 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static const struct {
  const char *name;
  void (*step)(int with, long units, long more);
} patterns[] = {{"late_sender", late_sender},
                {"late_receiver", late_receiver},
                {"uneven", uneven},
                {"rank_0_alone", rank_0_alone},
                {"transfer", transfer}};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  size_t at = 0, count = sizeof patterns / sizeof *patterns;
  while (argc == 5 && at < count && strcmp(argv[1], patterns[at].name))
    ++at;
  if (argc != 5 || at == count || ranks > 2) {
    fprintf(stderr, "jobs_planted PATTERN WITH STEPS UNITS, with one rank or two\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int with = atoi(argv[2]), steps = atoi(argv[3]);
  long units = atol(argv[4]);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  for (int i = 0; i < steps; ++i) {
    patterns[at].step(with, units, units / 4);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  double took = MPI_Wtime() - begin, sum = 0;
  MPI_Reduce(&done, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%.6f s, %.3f\n", took, sum / ranks);
  MPI_Finalize();
  return 0;
}
