// SPDX-License-Identifier: Apache-2.0
// Fills the red, green and blue part of an image with noise, and prints a checksum of each.
#include <stdio.h>
#include <stdlib.h>

enum { colours = 3, height = 600, width = 800 };

static unsigned image[colours][height][width];

int main(int argc, char** argv) {
  const int rounds = 100 * (argc > 1 ? atoi(argv[1]) : 1);
#pragma omp parallel for
  for (int c = 0; c < colours; ++c) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        unsigned noise = (unsigned)((y << 16) ^ (x << 2) ^ c);
        for (int round = 0; round < rounds; ++round) {
          noise ^= noise >> 15;
          noise *= 2246822519U;
        }
        image[c][y][x] = noise >> 24;
      }
    }
  }
  for (int c = 0; c < colours; ++c) {
    unsigned sum = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        sum = 31U * sum + image[c][y][x];
      }
    }
    printf("colour %d: %08x\n", c, sum);
  }
  return 0;
}
