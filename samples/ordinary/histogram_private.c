// SPDX-License-Identifier: Apache-2.0
// Counts the pairs of neighbouring letters in a long text.
// Every thread has a table of its own; in the end the tables are added up.
#include <stdio.h>
#include <stdlib.h>

#define LETTERS 26

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 30000000;
  char *text = malloc(n);
  unsigned seed = 3;
  for (long i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    text[i] = 'a' + (seed >> 16) % LETTERS * ((seed >> 8) % 64) / 64;
  }

  long pairs[LETTERS][LETTERS] = {{0}};
#pragma omp parallel
  {
    long mine[LETTERS][LETTERS] = {{0}};
#pragma omp for
    for (long i = 1; i < n; i++)
      mine[text[i - 1] - 'a'][text[i] - 'a']++;
#pragma omp critical
    for (int a = 0; a < LETTERS; a++)
      for (int b = 0; b < LETTERS; b++)
        pairs[a][b] += mine[a][b];
  }

  long checksum = 0;
  for (int a = 0; a < LETTERS; a++)
    for (int b = 0; b < LETTERS; b++)
      checksum += pairs[a][b] * (a * LETTERS + b);
  printf("aa %ld, ab %ld, ba %ld, checksum %ld\n", pairs[0][0], pairs[0][1], pairs[1][0], checksum);
  free(text);
  return 0;
}
