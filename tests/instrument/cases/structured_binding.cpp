// Regions capture structured bindings with g++; Clang says no, and reads all of it.
// RUN: %case %s --only=gcc --flags=-std=c++17 --show=gcc | %check %s
#include <cstdio>
#include <utility>

static std::pair<int, double> sizes() { return {100, 0.5}; }

int main() {
  auto [count, weight] = sizes();
  double total = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : total)
    for (int i = 0; i < count; i++)
      total += weight * i;
#pragma omp critical
    std::printf("%d\n", count);
  }
  std::printf("%g\n", total);
}
// CHECK: NODE parallel#0 line 11 {{.*}} measured
// CHECK: NODE for#0 line 13 {{.*}} measured
// CHECK: NODE critical#0 line 16 {{.*}} measured
