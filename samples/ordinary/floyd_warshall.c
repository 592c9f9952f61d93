// SPDX-License-Identifier: Apache-2.0
// Shortest ways between all pairs of cities (Floyd-Warshall).
#include <stdio.h>
#include <stdlib.h>

#define FAR 1000000

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 640;
  int *distance = malloc((size_t)n * n * sizeof *distance);
  unsigned seed = 99;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      seed = seed * 1664525u + 1013904223u;
      distance[i * n + j] = i == j ? 0 : (seed >> 16) % 20 ? FAR : 1 + (int)(seed >> 24);
    }

  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        int through = distance[i * n + k] + distance[k * n + j];
        if (through < distance[i * n + j])
          distance[i * n + j] = through;
      }
  }

  long sum = 0;
  int longest = 0;
  for (int i = 0; i < n * n; i++) {
    sum += distance[i];
    if (distance[i] > longest)
      longest = distance[i];
  }
  printf("sum %ld, longest %d\n", sum, longest);
  free(distance);
  return 0;
}
