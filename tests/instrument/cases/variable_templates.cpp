// A variable template and a static member of a class template are one text, however often used.
// RUN: %case %s --flags=-std=c++17 --show=gcc | %check %s
#include <cstdio>
template <int N> inline const int sum = [] {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += i;
  return s;
}();

template <class T> struct Counter {
  static int n;
};
template <class T> int Counter<T>::n = [] {
  int s = 0;
#pragma omp parallel reduction(+ : s)
  s += 1;
  return s;
}();

int main() { std::printf("%d %d\n", sum<5> + sum<9>, Counter<int>::n == Counter<char>::n); }
// CHECK: NODE parallel#0 line 6 {{.*}} measured
// CHECK-NEXT: NODE for#0 line 6 {{.*}} measured
// CHECK-NEXT: NODE parallel#0 line 17 {{.*}} measured
// CHECK-NOT: NODE parallel
