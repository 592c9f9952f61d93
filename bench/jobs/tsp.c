/* SPDX-License-Identifier: Apache-2.0
 *
 * tsp [CITIES]: shortest round trip, by branch and bound. Rank 0 hands out beginnings of tours to
 * whoever asks (MPI_ANY_SOURCE), with the best length so far. It holds the result against dynamic
 * programming (Held and Karp). */
#include "job.h"

#include <limits.h>
#include <string.h>

enum { MOST = 16, DEPTH = 3 };
enum tag { RESULT, WORK, STOP };

static int n, distance[MOST][MOST];

static void make_cities(void) {
  uint64_t state = 7;
  int x[MOST], y[MOST];
  for (int i = 0; i < n; ++i) {
    x[i] = (int)(job_random(&state) % 1000);
    y[i] = (int)(job_random(&state) % 1000);
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      distance[i][j] = abs(x[i] - x[j]) + abs(y[i] - y[j]);
}

static void extend(int *tour, int depth, unsigned visited, int length, int *best) {
  if (length >= *best)
    return;
  if (depth == n) {
    int whole = length + distance[tour[n - 1]][0];
    if (whole < *best)
      *best = whole;
    return;
  }
  for (int city = 1; city < n; ++city)
    if (!(visited >> city & 1)) {
      tour[depth] = city;
      extend(tour, depth + 1, visited | 1u << city, length + distance[tour[depth - 1]][city], best);
    }
}

/* A beginning 0, a, b and the best length so far. */
static int search(const int *work) {
  int tour[MOST] = {0, work[0], work[1]}, best = work[2];
  unsigned visited = 1u | 1u << work[0] | 1u << work[1];
  extend(tour, DEPTH, visited, distance[0][work[0]] + distance[work[0]][work[1]], &best);
  return best;
}

static int hand_out(void) {
  int best = INT_MAX / 2, at_work = job_ranks - 1, a = 1, b = 2;
  while (at_work > 0) {
    int found;
    MPI_Status status;
    MPI_Recv(&found, 1, MPI_INT, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
    best = found < best ? found : best;
    int work[3] = {a, b, best}, is_left = a < n;
    MPI_Send(work, 3, MPI_INT, status.MPI_SOURCE, is_left ? WORK : STOP, MPI_COMM_WORLD);
    at_work -= !is_left;
    do {
      b = b + 1 == n ? (++a, 1) : b + 1;
    } while (a < n && a == b);
  }
  return best;
}

static void help(void) {
  int best = INT_MAX / 2, work[3];
  MPI_Status status;
  for (;;) {
    MPI_Send(&best, 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
    MPI_Recv(work, 3, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == STOP)
      return;
    best = search(work);
  }
}

/* Shortest way from 0 over all of a set to its city j. */
static int held_and_karp(void) {
  size_t sets = (size_t)1 << n;
  int *way = malloc(sets * MOST * sizeof *way), best = INT_MAX / 2;
  for (size_t i = 0; i < sets * MOST; ++i)
    way[i] = INT_MAX / 2;
  way[1 * MOST] = 0;
  for (size_t set = 1; set < sets; set += 2)
    for (int j = 0; j < n; ++j)
      for (int k = 1; k < n && (set >> j & 1); ++k)
        if (!(set >> k & 1)) {
          int *to = &way[(set | (size_t)1 << k) * MOST + k];
          int length = way[set * MOST + j] + distance[j][k];
          *to = length < *to ? length : *to;
        }
  for (int j = 1; j < n; ++j) {
    int whole = way[(sets - 1) * MOST + j] + distance[j][0];
    best = whole < best ? whole : best;
  }
  free(way);
  return best;
}

int main(int argc, char **argv) {
  job_begin(&argc, &argv);
  n = (int)job_size(argc, argv, 14);
  if (n < 4 || n > MOST || job_ranks < 2) {
    fprintf(stderr, "4 to %d cities, and two ranks at least\n", MOST);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  make_cities();
  if (job_rank == 0)
    return job_end("tsp", hand_out() == held_and_karp());
  help();
  return job_end("tsp", 1);
}
