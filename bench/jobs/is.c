/* SPDX-License-Identifier: Apache-2.0
 *
 * is [KEYS]: sorts so many whole numbers of each rank, ten times, after IS of the NAS benchmarks:
 * ranks tell how many keys each one gets, and exchange them. In the end keys rise over all ranks,
 * and none is lost. */
#include "job.h"

#include <string.h>

enum { TIMES = 10, RANGE = 1 << 20 };

static int *keys, *sorted, *counts;
static int *to, *to_at, *from, *from_at;

/* In the order of the ranks that they belong to. */
static void group(long n, int *grouped) {
  int width = (RANGE + job_ranks - 1) / job_ranks;
  memset(to, 0, (size_t)job_ranks * sizeof *to);
  for (long i = 0; i < n; ++i)
    ++to[keys[i] / width];
  to_at[0] = 0;
  for (int r = 1; r < job_ranks; ++r)
    to_at[r] = to_at[r - 1] + to[r - 1];
  int *next = malloc((size_t)job_ranks * sizeof *next);
  memcpy(next, to_at, (size_t)job_ranks * sizeof *next);
  for (long i = 0; i < n; ++i)
    grouped[next[keys[i] / width]++] = keys[i];
  free(next);
}

/* Returns how many this rank has. */
static long exchange(const int *grouped, int **received) {
  MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
  from_at[0] = 0;
  for (int r = 1; r < job_ranks; ++r)
    from_at[r] = from_at[r - 1] + from[r - 1];
  long n = from_at[job_ranks - 1] + from[job_ranks - 1];
  *received = realloc(*received, (size_t)(n + 1) * sizeof **received);
  MPI_Alltoallv(grouped, to, to_at, MPI_INT, *received, from, from_at, MPI_INT, MPI_COMM_WORLD);
  return n;
}

static void sort(const int *received, long n) {
  memset(counts, 0, RANGE * sizeof *counts);
  for (long i = 0; i < n; ++i)
    ++counts[received[i]];
  sorted = realloc(sorted, (size_t)(n + 1) * sizeof *sorted);
  long at = 0;
  for (int key = 0; key < RANGE; ++key)
    for (int i = 0; i < counts[key]; ++i)
      sorted[at++] = key;
}

/* Within the rank, and beside the one before. */
static int rises(long n) {
  int last = n ? sorted[n - 1] : -1, before = -1, is_right = 1;
  MPI_Exscan(&last, &before, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (job_rank > 0 && n)
    is_right = before <= sorted[0];
  for (long i = 1; i < n; ++i)
    is_right = is_right && sorted[i - 1] <= sorted[i];
  return is_right;
}

int main(int argc, char **argv) {
  job_begin(&argc, &argv);
  long n = job_size(argc, argv, 1 << 21), mine = 0;
  uint64_t state = 17u + (uint64_t)job_rank;
  keys = malloc((size_t)n * sizeof *keys);
  int *grouped = malloc((size_t)n * sizeof *grouped), *received = NULL;
  counts = malloc(RANGE * sizeof *counts);
  int *tables = malloc(4 * (size_t)job_ranks * sizeof *tables);
  to = tables, to_at = to + job_ranks, from = to_at + job_ranks, from_at = from + job_ranks;
  long long sums[2] = {0, 0}, all[2];
  for (long i = 0; i < n; ++i)
    keys[i] = (int)(job_random(&state) % RANGE);
  for (int time = 0; time < TIMES; ++time) {
    keys[time] = (keys[time] + 1) % RANGE;
    group(n, grouped);
    mine = exchange(grouped, &received);
    sort(received, mine);
  }
  for (long i = 0; i < n; ++i)
    sums[0] += keys[i] + 1;
  for (long i = 0; i < mine; ++i)
    sums[1] += sorted[i] + 1;
  MPI_Allreduce(sums, all, 2, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
  return job_end("is", all[0] == all[1] && rises(mine));
}
