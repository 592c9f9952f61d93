/* SPDX-License-Identifier: Apache-2.0
 *
 * Stars that attract each other: each step adds the pull of every star on every other one, so its
 * work grows with the square of their number.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 10 };

static void pull(int n, const double *x, const double *y, double *ax, double *ay) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    double sum_x = 0, sum_y = 0;
    for (int j = 0; j < n; ++j) {
      double dx = x[j] - x[i], dy = y[j] - y[i];
      double squared = dx * dx + dy * dy + 1e-4;
      double force = 1 / (squared * sqrt(squared));
      sum_x += force * dx;
      sum_y += force * dy;
    }
    ax[i] = sum_x;
    ay[i] = sum_y;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000;
  if (n < 2 || n > 1000000)
    return 1;
  double *all = calloc(6 * (size_t)n, sizeof *all);
  if (!all)
    return 1;
  double *x = all, *y = x + n, *vx = y + n, *vy = vx + n, *ax = vy + n, *ay = ax + n;
  for (int i = 0; i < n; ++i) {
    x[i] = cos(i) * (1 + i % 7);
    y[i] = sin(i) * (1 + i % 5);
  }
  for (int step = 0; step < STEPS; ++step) {
    pull(n, x, y, ax, ay);
    for (int i = 0; i < n; ++i) {
      vx[i] += 1e-6 * ax[i];
      vy[i] += 1e-6 * ay[i];
      x[i] += vx[i];
      y[i] += vy[i];
    }
  }
  printf("%d stars; the first is at %.9f, %.9f\n", n, x[0], y[0]);
  free(all);
  return 0;
}
