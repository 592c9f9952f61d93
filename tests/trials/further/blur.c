// SPDX-License-Identifier: Apache-2.0
// Blurs the three colours of an image many times, and prints a checksum of each colour.
#include <stdio.h>
#include <stdlib.h>

enum { colours = 3, height = 240, width = 320 };

static int image[2][colours][height][width];

int main(int argc, char** argv) {
  const int rounds = 500 * (argc > 1 ? atoi(argv[1]) : 1);
  for (int c = 0; c < colours; ++c) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        image[0][c][y][x] = image[1][c][y][x] = (x * (c + 3) ^ y * 7) & 255;
      }
    }
  }
  for (int round = 0; round < rounds; ++round) {
    const int from = round % 2, to = 1 - from;
#pragma omp parallel for
    for (int c = 0; c < colours; ++c) {
      for (int y = 1; y < height - 1; ++y) {
        for (int x = 1; x < width - 1; ++x) {
          image[to][c][y][x] = (4 * image[from][c][y][x] + image[from][c][y - 1][x] +
                                image[from][c][y + 1][x] + image[from][c][y][x - 1] +
                                image[from][c][y][x + 1]) / 8;
        }
      }
    }
  }
  for (int c = 0; c < colours; ++c) {
    long sum = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        sum += (long)image[0][c][y][x] * (x + y);
      }
    }
    printf("colour %d: %ld\n", c, sum);
  }
  return 0;
}
