// SPDX-License-Identifier: Apache-2.0
// Histogram of the distances between all pairs of points in a box, as an array reduction.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 200

typedef struct {
  double x, y, z;
} Point;

static double coordinate(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 8) / 16777216.0;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 10000;
  Point *points = malloc(n * sizeof *points);
  unsigned seed = 11;
  for (int i = 0; i < n; i++) {
    points[i].x = coordinate(&seed);
    points[i].y = coordinate(&seed);
    points[i].z = coordinate(&seed);
  }

  long count[BINS] = {0};
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : count[:BINS])
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double dx = points[i].x - points[j].x;
      double dy = points[i].y - points[j].y;
      double dz = points[i].z - points[j].z;
      double distance = sqrt(dx * dx + dy * dy + dz * dz);
      count[(int)(distance / 1.75 * BINS)]++;
    }

  long checksum = 0;
  for (int b = 0; b < BINS; b++)
    checksum += b * count[b];
  printf("nearest %ld, middle %ld, checksum %ld\n", count[0], count[BINS / 2], checksum);
  free(points);
  return 0;
}
