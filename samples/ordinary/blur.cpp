// SPDX-License-Identifier: Apache-2.0
// Edges of an image: convolution with a 5 by 5 blur, then with the two 3 by 3 Sobel kernels.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Image {
  int width, height;
  std::vector<float> pixels;
  Image(int w, int h) : width(w), height(h), pixels(w * h) {}
  float &at(int x, int y) { return pixels[y * width + x]; }
  float at(int x, int y) const { return pixels[y * width + x]; }
};

static float convolve(const Image &image, int x, int y, const float *kernel, int size) {
  float sum = 0;
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      sum += kernel[i * size + j] * image.at(x + j - size / 2, y + i - size / 2);
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1800;
  static const float row[5] = {1, 4, 6, 4, 1};
  static const float across[9] = {-1, 0, 1, -2, 0, 2, -1, 0, 1};
  static const float down[9] = {-1, -2, -1, 0, 0, 0, 1, 2, 1};
  float gauss[25];
  for (int i = 0; i < 25; i++)
    gauss[i] = row[i / 5] * row[i % 5] / 256;

  Image image(n, n), blurred(n, n), edges(n, n);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      image.at(x, y) = (x / 50 + y / 70) % 2 * 200 + (x * 7 + y * 13) % 32;

#pragma omp parallel for
  for (int y = 2; y < n - 2; y++)
    for (int x = 2; x < n - 2; x++)
      blurred.at(x, y) = convolve(image, x, y, gauss, 5);

#pragma omp parallel for
  for (int y = 3; y < n - 3; y++)
    for (int x = 3; x < n - 3; x++) {
      float gx = convolve(blurred, x, y, across, 3), gy = convolve(blurred, x, y, down, 3);
      edges.at(x, y) = std::sqrt(gx * gx + gy * gy);
    }

  long strong = 0;
#pragma omp parallel for reduction(+ : strong)
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      strong += edges.at(x, y) > 100;
  std::printf("%ld pixels on edges, one is %.3f\n", strong, edges.at(n / 2, n / 3));
  return 0;
}
