// SPDX-License-Identifier: Apache-2.0
// Moves particles at random, step by step, and adds the mass of each to the cell that it is in.
// Prints the mass of the fullest cell and of all cells.
#include <stdio.h>
#include <stdlib.h>

enum { cells = 1 << 14, particles = 30000 };

static double mass[cells];
static unsigned place[particles];

int main(int argc, char** argv) {
  const int steps = 6000 * (argc > 1 ? atoi(argv[1]) : 1);
  for (int i = 0; i < particles; ++i) {
    place[i] = 2654435761U * (unsigned)i;
  }
  for (int step = 0; step < steps; ++step) {
#pragma omp parallel for reduction(+ : mass)
    for (int i = 0; i < particles; ++i) {
      place[i] = 1664525U * place[i] + 1013904223U;
      mass[place[i] >> 18] += 1.0;
    }
  }
  double fullest = 0, all = 0;
  for (int i = 0; i < cells; ++i) {
    all += mass[i];
    if (mass[i] > fullest) {
      fullest = mass[i];
    }
  }
  printf("fullest cell %.0f, all cells %.0f\n", fullest, all);
  return 0;
}
