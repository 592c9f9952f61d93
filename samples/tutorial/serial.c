/* SPDX-License-Identifier: Apache-2.0
 *
 * Fills a table, then adds up what follows from its entries. Tutorial, program 3: one thread fills the
 * table while the others wait.
 */
#include <stdio.h>
#include <stdlib.h>

static double orbit(double r) {
  double x = 0.5;
  for (int step = 0; step < 1000; ++step)
    x = r * x * (1 - x);
  return x;
}

static void fill(double *table, int n) {
  for (int i = 0; i < n; ++i)
    table[i] = orbit(2.5 + 1.4 * i / n);
}

static double total(const double *table, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += orbit(2.5 + table[i]);
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 150000;
  double *table = malloc((size_t)n * sizeof *table);
  if (!table)
    return 1;
  fill(table, n);
  printf("mean %.6f\n", total(table, n) / n);
  free(table);
  return 0;
}
