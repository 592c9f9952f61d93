/* SPDX-License-Identifier: Apache-2.0
 *
 * ft [N]: Fourier transforms of N x N x N complex numbers, there and back, after FT of the NAS
 * benchmarks. Ranks have slabs; an alltoall turns them. N is a power of two that the number of
 * ranks divides. What comes back is what was there. */
#include "job.h"

#include <complex.h>
#include <math.h>
#include <string.h>

enum { TIMES = 4 };

typedef double complex value;

static int n, slab; /* planes of a rank */
static value *roots, *field, *buffer;

/* In place, `stride` apart; of Cooley and Tukey, without scaling. */
static void transform(value *at, int stride, int sign) {
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      value kept = at[(size_t)i * stride];
      at[(size_t)i * stride] = at[(size_t)j * stride];
      at[(size_t)j * stride] = kept;
    }
  }
  for (int length = 2; length <= n; length *= 2)
    for (int first = 0; first < n; first += length)
      for (int k = 0; k < length / 2; ++k) {
        value root = roots[k * (n / length)];
        value *a = &at[(size_t)(first + k) * stride], *b = a + (size_t)(length / 2) * stride;
        value turned = *b * (sign > 0 ? conj(root) : root);
        *b = *a - turned;
        *a += turned;
      }
}

/* All planes of this rank, in both directions. */
static void planes(int sign) {
#pragma omp parallel for schedule(static)
  for (int z = 0; z < slab; ++z) {
    value *plane = field + (size_t)z * n * n;
    for (int y = 0; y < n; ++y)
      transform(plane + (size_t)y * n, 1, sign);
    for (int x = 0; x < n; ++x)
      transform(plane + x, n, sign);
  }
}

static void lines(int sign) {
#pragma omp parallel for schedule(static)
  for (int z = 0; z < slab; ++z)
    for (int y = 0; y < n; ++y)
      transform(field + ((size_t)z * n + y) * n, 1, sign);
}

/* [z][y][x] becomes [x][y][z]: this rank's z for all x, then its x for all z. */
static void turn(void) {
  size_t part = (size_t)slab * slab * n;
  for (int r = 0; r < job_ranks; ++r)
    for (int x = 0; x < slab; ++x)
      for (int y = 0; y < n; ++y)
        for (int z = 0; z < slab; ++z)
          buffer[r * part + ((size_t)x * n + y) * slab + z] =
              field[((size_t)z * n + y) * n + r * slab + x];
  int doubles = (int)(2 * part);
  value *got = malloc(part * (size_t)job_ranks * sizeof *got);
  MPI_Alltoall(buffer, doubles, MPI_DOUBLE, got, doubles, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int r = 0; r < job_ranks; ++r)
    for (int x = 0; x < slab; ++x)
      for (int y = 0; y < n; ++y)
        memcpy(&field[((size_t)x * n + y) * n + r * slab],
               &got[r * part + ((size_t)x * n + y) * slab], (size_t)slab * sizeof *got);
  free(got);
}

int main(int argc, char **argv) {
  job_begin(&argc, &argv);
  n = (int)job_size(argc, argv, 64);
  if (n < 2 || (n & (n - 1)) || n % job_ranks) {
    fprintf(stderr, "N is a power of two that the number of ranks divides\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  slab = n / job_ranks;
  size_t count = (size_t)slab * n * n;
  roots = malloc((size_t)n * sizeof *roots);
  field = malloc(count * sizeof *field);
  buffer = malloc(count * sizeof *buffer);
  value *was = malloc(count * sizeof *was);
  uint64_t state = 5u + (uint64_t)job_rank;
  for (int i = 0; i < n; ++i)
    roots[i] = cexp(-2 * I * acos(-1) * i / n);
  for (size_t i = 0; i < count; ++i)
    field[i] = (double)(job_random(&state) >> 11) * 0x1p-53 + I * (double)(i % 7);
  memcpy(was, field, count * sizeof *was);
  double scale = 1.0 / ((double)n * n * n), worst = 0, total;
  for (int time = 0; time < TIMES; ++time) {
    planes(-1);
    turn();
    lines(-1);
    lines(1);
    turn();
    planes(1);
    for (size_t i = 0; i < count; ++i)
      field[i] *= scale;
  }
  for (size_t i = 0; i < count; ++i)
    worst = fmax(worst, cabs(field[i] - was[i]));
  MPI_Allreduce(&worst, &total, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return job_end("ft", total < 1e-10);
}
