// Lambdas in default arguments, initialisers, and called on the spot; an
// overload that is not read uses up its identities.
// RUN: %case %s | %check %s
#include <cstdio>

static int sum(int n) {
  int total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += i;
  return total;
}

static int defaulted(int n = [] {
  int total = 0;
#pragma omp parallel reduction(+ : total)
  total += 1;
  return total > 0;
}()) {
  return n;
}

struct Holder {
  int second;
  Holder() : second([] {
    int two = 0;
#pragma omp parallel
#pragma omp single
    two = 2;
    return two;
  }()) {}
};

static int global = [] { return sum(4); }();

static int step(double n) {
  int steps = 0;
  for (double at = 0; at < n; at += 1)
    steps++;
  return steps;
}

static int step(int n) {
  int steps = 0;
#pragma omp parallel
  {
    for (int i = 0; i < n; i++)
#pragma omp atomic
      steps++;
  }
  return steps > 0;
}

int main() {
  Holder holder;
  std::printf("%d %d %d %d %d\n", global, defaulted(), holder.second, step(2.5),
              step(3));
}
// CHECK-DAG: NODE parallel#0 line 8 [parallel for
// CHECK-DAG: NODE parallel#0 line 16 [parallel reduction
// CHECK-DAG: NODE parallel#0 line 27 [parallel]
// CHECK-DAG: NODE loop#1 line 47
