/* SPDX-License-Identifier: Apache-2.0
 *
 * Adds up where orbits of the logistic map end. Tutorial, program 2: the threads compute their orbits
 * inside of the critical section, one after the other.
 */
#include <stdio.h>
#include <stdlib.h>

static double orbit(double r) {
  double x = 0.5;
  for (int step = 0; step < 1000; ++step)
    x = r * x * (1 - x);
  return x;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 300000;
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    sum += orbit(2.5 + 1.4 * i / n);
  }
  printf("mean %.6f\n", sum / n);
  return 0;
}
