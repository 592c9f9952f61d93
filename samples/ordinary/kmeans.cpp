// SPDX-License-Identifier: Apache-2.0
// Reduces the colours of an image to a few, by k-means. Each thread sums up its pixels, and a
// critical section adds the sums.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Colour = std::array<double, 3>;
const int K = 12;

static int nearest(const Colour &pixel, const std::vector<Colour> &centres) {
  int best = 0;
  double least = 1e30;
  for (int k = 0; k < K; k++) {
    double square = 0;
    for (int c = 0; c < 3; c++)
      square += (pixel[c] - centres[k][c]) * (pixel[c] - centres[k][c]);
    if (square < least) {
      least = square;
      best = k;
    }
  }
  return best;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 400000;
  std::vector<Colour> pixels(n), centres(K);
  unsigned seed = 6;
  for (Colour &pixel : pixels)
    for (double &channel : pixel) {
      seed = seed * 1664525u + 1013904223u;
      channel = (seed >> 24) / 2 + (seed >> 16) % 2 * 100;
    }
  for (int k = 0; k < K; k++)
    centres[k] = pixels[k * (n / K)];

  std::vector<long> members(K);
  for (int round = 0; round < 15; round++) {
    std::vector<Colour> sums(K, Colour{});
    members.assign(K, 0);
#pragma omp parallel
    {
      std::vector<Colour> my_sums(K, Colour{});
      std::vector<long> my_members(K);
#pragma omp for nowait
      for (int i = 0; i < n; i++) {
        int k = nearest(pixels[i], centres);
        my_members[k]++;
        for (int c = 0; c < 3; c++)
          my_sums[k][c] += pixels[i][c];
      }
#pragma omp critical
      for (int k = 0; k < K; k++) {
        members[k] += my_members[k];
        for (int c = 0; c < 3; c++)
          sums[k][c] += my_sums[k][c];
      }
    }
    for (int k = 0; k < K; k++)
      for (int c = 0; members[k] > 0 && c < 3; c++)
        centres[k][c] = sums[k][c] / members[k];
  }
  for (int k = 0; k < K; k++) {
    const Colour &centre = centres[k];
    std::printf("%ld pixels: %.3f %.3f %.3f\n", members[k], centre[0], centre[1], centre[2]);
  }
  return 0;
}
