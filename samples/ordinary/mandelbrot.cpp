// SPDX-License-Identifier: Apache-2.0
// Picture of the Mandelbrot set. Rows take very different times, so the schedule is dynamic.
#include <cstdio>
#include <cstdlib>
#include <vector>

static int escape(double cx, double cy, int limit) {
  double x = 0, y = 0;
  int steps = 0;
  while (x * x + y * y <= 4 && steps < limit) {
    double next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    steps++;
  }
  return steps;
}

int main(int argc, char **argv) {
  int height = argc > 1 ? std::atoi(argv[1]) : 600;
  int width = height * 4 / 3;
  std::vector<int> picture(width * height);

#pragma omp parallel for schedule(dynamic, 1)
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++) {
      double x = -2.2 + 3.2 * column / width;
      double y = -1.2 + 2.4 * row / height;
      picture[row * width + column] = escape(x, y, 500);
    }

  long sum = 0, inside = 0;
  for (int steps : picture) {
    sum += steps;
    inside += steps == 500;
  }
  std::printf("%ld pixels inside, sum of steps %ld\n", inside, sum);
  return 0;
}
