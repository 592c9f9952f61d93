// SPDX-License-Identifier: Apache-2.0
// Compares each of many short vectors with every other one, and prints how similar the nearest are.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int length = 1000;

static double dot(const double* a, const double* b, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

int main(int argc, char** argv) {
  const int vectors = 500 * (argc > 1 ? std::atoi(argv[1]) : 1);
  std::vector<double> data(static_cast<std::size_t>(vectors) * length);
  unsigned state = 1;
  for (double& value : data) {
    state = 1664525U * state + 1013904223U;
    value = (state >> 16) / 65536.0 - 0.5;
  }
  std::vector<double> nearest(vectors, -1e9);
#pragma omp parallel for
  for (int i = 0; i < vectors; ++i) {
    for (int j = 0; j < vectors; ++j) {
      const double similar = dot(&data[i * length], &data[j * length], length);
      if (j != i && similar > nearest[i]) {
        nearest[i] = similar;
      }
    }
  }
  double sum = 0;
  for (const double value : nearest) {
    sum += value;
  }
  std::printf("mean of the nearest: %.6f\n", sum / vectors);
}
