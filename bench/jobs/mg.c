/* SPDX-License-Identifier: Apache-2.0
 *
 * mg [N]: Poisson's equation on N x N cells with zero at the border, by V-cycles of a multigrid
 * method, after MG of the NAS benchmarks. Ranks have bands of rows, and exchange the rows at their
 * borders on each level. N / ranks is even. Each cycle leaves less than half of the residual. */
#include "job.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 12, CYCLES = 12, SMOOTHINGS = 2, COARSEST = 40 };

struct level {
  int n, rows; /* cells in a row; rows of this rank */
  double h2;
  double *u, *f, *r; /* (rows + 2) x (n + 2) */
};

static struct level levels[LEVELS];
static int depth;

static double *at(const struct level *l, double *of, int row) {
  return of + (size_t)row * (size_t)(l->n + 2);
}

/* Rows 0 and rows + 1; at the border of the domain the value beyond is the negative of that before,
   so that it is 0 half-way. */
static void borders(const struct level *l, double *of) {
  MPI_Request requests[4];
  int up = job_rank ? job_rank - 1 : MPI_PROC_NULL;
  int down = job_rank + 1 < job_ranks ? job_rank + 1 : MPI_PROC_NULL;
  MPI_Irecv(at(l, of, 0), l->n + 2, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(at(l, of, l->rows + 1), l->n + 2, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(at(l, of, l->rows), l->n + 2, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(at(l, of, 1), l->n + 2, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  for (int j = 0; j < l->n + 2; ++j) {
    if (up == MPI_PROC_NULL)
      at(l, of, 0)[j] = -at(l, of, 1)[j];
    if (down == MPI_PROC_NULL)
      at(l, of, l->rows + 1)[j] = -at(l, of, l->rows)[j];
  }
  for (int i = 0; i < l->rows + 2; ++i) {
    at(l, of, i)[0] = -at(l, of, i)[1];
    at(l, of, i)[l->n + 1] = -at(l, of, i)[l->n];
  }
}

/* f + (u's neighbours - 4 u) / h2 */
static void residual(const struct level *l) {
  borders(l, l->u);
#pragma omp parallel for schedule(static)
  for (int i = 1; i <= l->rows; ++i) {
    const double *up = at(l, l->u, i - 1), *u = at(l, l->u, i), *down = at(l, l->u, i + 1);
    const double *f = at(l, l->f, i);
    double *r = at(l, l->r, i);
    for (int j = 1; j <= l->n; ++j)
      r[j] = f[j] + (up[j] + down[j] + u[j - 1] + u[j + 1] - 4 * u[j]) / l->h2;
  }
}

/* Jacobi's, damped. */
static void smooth(const struct level *l, int times) {
  for (int time = 0; time < times; ++time) {
    residual(l);
    for (int i = 1; i <= l->rows; ++i)
      for (int j = 1; j <= l->n; ++j)
        at(l, l->u, i)[j] += 0.8 * l->h2 / 4 * at(l, l->r, i)[j];
  }
}

static void cycle(int k) {
  const struct level *fine = &levels[k], *coarse = &levels[k + 1];
  if (k + 1 == depth) {
    smooth(fine, COARSEST);
    return;
  }
  smooth(fine, SMOOTHINGS);
  residual(fine);
  memset(coarse->u, 0, (size_t)(coarse->rows + 2) * (size_t)(coarse->n + 2) * sizeof *coarse->u);
  for (int i = 1; i <= coarse->rows; ++i)
    for (int j = 1; j <= coarse->n; ++j)
      at(coarse, coarse->f, i)[j] =
          0.25 * (at(fine, fine->r, 2 * i - 1)[2 * j - 1] + at(fine, fine->r, 2 * i - 1)[2 * j] +
                  at(fine, fine->r, 2 * i)[2 * j - 1] + at(fine, fine->r, 2 * i)[2 * j]);
  cycle(k + 1);
  borders(coarse, coarse->u);
  for (int i = 1; i <= fine->rows; ++i)
    for (int j = 1; j <= fine->n; ++j) {
      const double *near = at(coarse, coarse->u, (i + 1) / 2);
      const double *far = at(coarse, coarse->u, (i + 1) / 2 + (i % 2 ? -1 : 1));
      int here = (j + 1) / 2, beside = here + (j % 2 ? -1 : 1);
      at(fine, fine->u, i)[j] +=
          (9 * near[here] + 3 * near[beside] + 3 * far[here] + far[beside]) / 16;
    }
  smooth(fine, SMOOTHINGS);
}

static double norm(void) {
  double mine = 0, all;
  residual(&levels[0]);
  for (int i = 1; i <= levels[0].rows; ++i)
    for (int j = 1; j <= levels[0].n; ++j)
      mine += at(&levels[0], levels[0].r, i)[j] * at(&levels[0], levels[0].r, i)[j];
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sqrt(all);
}

static void make_levels(int n) {
  for (int rows = n / job_ranks; depth < LEVELS; n /= 2, rows /= 2) {
    struct level *l = &levels[depth++];
    size_t count = (size_t)(rows + 2) * (size_t)(n + 2);
    l->n = n;
    l->rows = rows;
    l->h2 = 1.0 / ((double)n * n);
    l->u = calloc(count, sizeof *l->u);
    l->f = calloc(count, sizeof *l->f);
    l->r = calloc(count, sizeof *l->r);
    if (rows % 2 || n % 2 || n <= 4)
      return;
  }
}

int main(int argc, char **argv) {
  job_begin(&argc, &argv);
  int n = (int)job_size(argc, argv, 1024);
  if (n % (2 * job_ranks) || n < 4) {
    fprintf(stderr, "N divided by the number of ranks is even\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  make_levels(n);
  for (int i = 1; i <= levels[0].rows; ++i)
    for (int j = 1; j <= n; ++j)
      at(&levels[0], levels[0].f, i)[j] = (i + job_rank) % 97 == 0 && j % 89 == 0 ? 1000 : -1;
  double first = norm(), before = first, last = first;
  int falls = 1;
  for (int time = 0; time < CYCLES; ++time, before = last) {
    cycle(0);
    last = norm();
    falls = falls && last < 0.5 * before;
  }
  return job_end("mg", falls && last < 1e-3 * first);
}
