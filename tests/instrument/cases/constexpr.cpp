// What the compiler may execute itself can hold no probe; a lambda is constexpr only if it can be.
// RUN: %case %s --only=gcc --show=gcc --flags=-std=c++20 | %check %s
#include <cstdio>
#include <type_traits>

constexpr int sum(int n) {
  int s = 0;
  if (std::is_constant_evaluated()) {
    for (int i = 0; i < n; i++)
      s += i;
    return s;
  }
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}

template <class T> int plain(T n) {
  T s = 0;
#pragma omp parallel for reduction(+ : s)
  for (T i = 0; i < n; i++)
    s += i;
  return s;
}

int main() {
  constexpr int known = sum(10);
  volatile int n = 100;
  auto count = [](int n) {
    int s = 0;
#pragma omp parallel reduction(+ : s)
    s += n > 0;
    return s > 0;
  };
  std::printf("%d %d %d %d\n", known, sum(n), plain(+n), count(n));
}
// CHECK-NOT: NODE loop#0 line 9
// CHECK: NODE parallel#0 line 13 {{.*}} left alone (inside a constexpr function)
// CHECK: NODE parallel#0 line 21 {{.*}} measured ()
// CHECK: NODE parallel#0 line 32 {{.*}} measured ()
