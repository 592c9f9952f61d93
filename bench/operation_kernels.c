/* SPDX-License-Identifier: Apache-2.0 */
#include "operation_kernels.h"

#include <math.h>

void matmul(long n, double *restrict c, const double *restrict a, const double *restrict b) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double s = 0;
      for (long k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void lu2(long n, double *a) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i) {
      double factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (long j = k + 1; j < n; ++j)
        a[i * n + j] -= factor * a[k * n + j];
    }
}

void jacobi(long n, double *restrict out, const double *restrict in) {
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j)
      out[i * n + j] = 0.25 * (in[(i - 1) * n + j] + in[(i + 1) * n + j] + in[i * n + j - 1] +
                               in[i * n + j + 1]);
}

void triad(long n, double *restrict out, const double *restrict a, const double *restrict b) {
  for (long i = 0; i < n; ++i)
    out[i] = a[i] + 3 * b[i];
}

void sparse(long n, double *restrict y, const int *restrict start, const int *restrict column,
            const double *restrict value, const double *restrict x) {
  for (long i = 0; i < n; ++i) {
    double s = 0;
    for (long k = start[i]; k < start[i + 1]; ++k)
      s += value[k] * x[column[k]];
    y[i] = s;
  }
}

/* The last stage of a transform of 2 n points. */
void butterfly(long n, double *restrict re, double *restrict im, const double *restrict wr,
               const double *restrict wi) {
  for (long i = 0; i < n; ++i) {
    double tr = wr[i] * re[i + n] - wi[i] * im[i + n];
    double ti = wr[i] * im[i + n] + wi[i] * re[i + n];
    re[i + n] = re[i] - tr;
    im[i + n] = im[i] - ti;
    re[i] = re[i] + tr;
    im[i] = im[i] + ti;
  }
}

void histogram(long n, int *restrict bins, const int *restrict data) {
  for (long i = 0; i < n; ++i)
    bins[data[i]]++;
}

void nbody(long n, double *restrict ax, double *restrict ay, double *restrict az,
           const double *restrict x, const double *restrict y, const double *restrict z,
           const double *restrict mass) {
  for (long i = 0; i < n; ++i) {
    double sx = 0, sy = 0, sz = 0;
    for (long j = 0; j < n; ++j) {
      double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      double square = dx * dx + dy * dy + dz * dz + 0.01;
      double pull = mass[j] / (square * sqrt(square));
      sx += pull * dx;
      sy += pull * dy;
      sz += pull * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
  }
}
