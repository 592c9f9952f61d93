// libstdc++ gives g++ std::make_integer_sequence by a builtin that Clang does not have.
// RUN: %case %s --flags=-std=c++17 --show=gcc | %check %s
#include <cstdio>
#include <utility>

template <int... I> static int sum(std::integer_sequence<int, I...>) { return (I + ... + 0); }

int main() {
  int count = sum(std::make_integer_sequence<int, 5>{});
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 1; i < 100; i++)
    total += count;
  std::printf("%g\n", total);
}
// CHECK: NODE parallel#0 line 11 {{.*}} measured
// CHECK: NODE for#0 line 11 {{.*}} measured
