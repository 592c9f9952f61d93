// What is not spelled as a pragma is listed and left alone. Clang only.
// RUN: %case %s --only=clang --flags=-fopenmp-version=52 | %check %s
#include <cstdio>

int main() {
  int n = 0;
#pragma omp metadirective when(user = {condition(1)} : parallel num_threads(2)) default(single)
  {
#pragma omp critical
    n++;
  }
  [[omp::directive(parallel for reduction(+ : n))]]
  for (int i = 0; i < 4; i++)
    n++;
  std::printf("%d\n", n);
}
// CHECK-NOT: region_fork
// CHECK: NODE other#0 line 7 [] left alone (written as an attribute, or selected by a metadirective)
// CHECK: NODE critical#0 line 9 [critical] measured
// CHECK: NODE other#1 line 12 [] left alone (written as an attribute, or selected by a metadirective)
