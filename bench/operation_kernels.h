/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels whose times `tare model --operations` predicts, and bench/operation_model.py measures. */
#ifndef OPERATION_KERNELS_H
#define OPERATION_KERNELS_H

void matmul(long n, double *restrict c, const double *restrict a, const double *restrict b);
void lu2(long n, double *a);
void jacobi(long n, double *restrict out, const double *restrict in);
void triad(long n, double *restrict out, const double *restrict a, const double *restrict b);
void sparse(long n, double *restrict y, const int *restrict start, const int *restrict column,
            const double *restrict value, const double *restrict x);
void butterfly(long n, double *restrict re, double *restrict im, const double *restrict wr,
               const double *restrict wi);
void histogram(long n, int *restrict bins, const int *restrict data);
void nbody(long n, double *restrict ax, double *restrict ay, double *restrict az,
           const double *restrict x, const double *restrict y, const double *restrict z,
           const double *restrict mass);

#endif
