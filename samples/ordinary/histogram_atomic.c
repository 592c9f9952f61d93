// SPDX-License-Identifier: Apache-2.0
// Histogram equalisation of a colour image: counts the levels of brightness with atomic updates,
// then spreads them over the whole range.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  unsigned char r, g, b;
} Pixel;

static int brightness(Pixel p) { return (299 * p.r + 587 * p.g + 114 * p.b) / 1000; }

int main(int argc, char **argv) {
  long side = argc > 1 ? atol(argv[1]) : 2500;
  long n = side * side;
  Pixel *image = malloc(n * sizeof *image);
  unsigned char *grey = malloc(n);
  unsigned seed = 7;
  for (long i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    unsigned shade = (i % side) * 128 / side;
    image[i].r = shade + (seed >> 26);
    image[i].g = shade + (seed >> 20) % 64;
    image[i].b = shade + (seed >> 14) % 64;
  }

  long levels[256] = {0};
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    int level = brightness(image[i]);
#pragma omp atomic
    levels[level]++;
  }

  unsigned char new_level[256];
  long below = 0;
  for (int l = 0; l < 256; l++) {
    below += levels[l];
    new_level[l] = below * 255 / n;
  }
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    grey[i] = new_level[brightness(image[i])];

  long checksum = 0;
  for (long i = 0; i < n; i += 101)
    checksum += grey[i] * (i % 1000);
  printf("checksum %ld\n", checksum);
  free(image);
  free(grey);
  return 0;
}
