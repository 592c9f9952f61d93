// SPDX-License-Identifier: Apache-2.0
// Edit distances between one gene and several others. The table of a pair is computed in tiles; a
// tile needs the tile above and the tile to the left.
#include <stdio.h>
#include <stdlib.h>

#define TILE 100

static int min(int a, int b) { return a < b ? a : b; }

static void fill_tile(int n, int *table, const char *a, const char *b, int row, int column) {
  for (int i = row; i < min(row + TILE, n + 1); i++)
    for (int j = column; j < min(column + TILE, n + 1); j++) {
      int *cell = &table[i * (n + 1) + j];
      int replace = cell[-n - 2] + (a[i - 1] != b[j - 1]);
      *cell = min(replace, 1 + min(cell[-1], cell[-n - 1]));
    }
}

static int distance(int n, int *table, const char *a, const char *b) {
  int tiles = (n + TILE - 1) / TILE;
  for (int i = 0; i <= n; i++)
    table[i] = table[i * (n + 1)] = i;
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int i = 0; i < tiles; i++)
    for (int j = 0; j < tiles; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      fill_tile(n, table, a, b, 1 + i * TILE, 1 + j * TILE);
#pragma omp ordered depend(source)
    }
  return table[(n + 1) * (n + 1) - 1];
}

static char *random_gene(int n, unsigned seed) {
  char *gene = malloc(n);
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    gene[i] = "ACGT"[seed >> 30];
  }
  return gene;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3000;
  int *table = malloc((size_t)(n + 1) * (n + 1) * sizeof *table);
  char *first = random_gene(n, 1);
  for (int k = 2; k < 8; k++) {
    char *other = random_gene(n, k);
    printf("gene %d: distance %d\n", k, distance(n, table, first, other));
    free(other);
  }
  free(first);
  free(table);
  return 0;
}
