// SPDX-License-Identifier: Apache-2.0
// Estimates pi with random points. Every batch of points has a generator of its own, so the result
// does not depend on who computes it.
#include <cstdio>
#include <cstdlib>
#include <random>

int main(int argc, char **argv) {
  int batches = argc > 1 ? std::atoi(argv[1]) : 280;
  const int points = 10000;
  long inside = 0;

#pragma omp parallel for reduction(+ : inside)
  for (int batch = 0; batch < batches; batch++) {
    std::mt19937 generator(batch + 1);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int i = 0; i < points; i++) {
      double x = uniform(generator), y = uniform(generator);
      if (x * x + y * y < 1)
        inside++;
    }
  }

  double total = static_cast<double>(batches) * points;
  std::printf("%ld points inside, pi is about %.5f\n", inside, 4 * inside / total);
  return 0;
}
