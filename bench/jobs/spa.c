/* SPDX-License-Identifier: Apache-2.0
 *
 * spa [ROUNDS]: a synthetic program. In each round ranks compute unequally long, pass what they
 * have to the next one in a ring, and meet each eighth round. The sum of all that was passed is
 * known. */
#include "job.h"

enum { WORDS = 32, UNITS = 400000 };

/* So many dependent multiplications. */
static uint64_t compute(uint64_t seed, long units) {
  for (long i = 0; i < units; ++i)
    seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed;
}

int main(int argc, char **argv) {
  job_begin(&argc, &argv);
  long rounds = job_size(argc, argv, 600);
  uint64_t out[WORDS] = {0}, in[WORDS] = {0}, sum = 0, junk = (uint64_t)job_rank;
  int next = (job_rank + 1) % job_ranks, before = (job_rank + job_ranks - 1) % job_ranks;
  for (long round = 0; round < rounds; ++round) {
    long turn = (round + job_rank) % 4;
    junk = compute(junk, UNITS + turn * (UNITS / 4));
    for (int i = 0; i < WORDS; ++i)
      out[i] = (uint64_t)(round * job_ranks + job_rank) + (junk == 1);
    if (job_rank % 2 == 0) {
      MPI_Send(out, WORDS, MPI_UINT64_T, next, 0, MPI_COMM_WORLD);
      MPI_Recv(in, WORDS, MPI_UINT64_T, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, WORDS, MPI_UINT64_T, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out, WORDS, MPI_UINT64_T, next, 0, MPI_COMM_WORLD);
    }
    sum += in[round % WORDS];
    if (round % 8 == 7)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  uint64_t all = 0, n = (uint64_t)rounds * (uint64_t)job_ranks;
  MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return job_end("spa", all == n * (n - 1) / 2);
}
