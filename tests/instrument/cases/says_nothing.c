// RUN: %case %s --only=clang --flags=-fopenmp-version=52 | %check %s
#include <stdio.h>

static int first(int n) { return n; }
static int second(int n) { return n; }
#pragma omp declare variant(second) match(construct = {parallel})
static int third(int n) { return n; }

static int shared_by_all;
#pragma omp threadprivate(shared_by_all)

int main(void) {
  int n = 0;
#pragma omp error at(compilation) severity(warning) message("only this")
#pragma omp parallel copyin(shared_by_all)
  {
#pragma omp nothing
#pragma omp critical
      n += first(1) + third(0)  - 1;
  }
  printf("%d %d\n", n, second(0));
  return 0;
}
// CHECK: NODE {{.*}} [error {{.*}}] left alone (it only gives a message)
// CHECK: NODE parallel#0 {{.*}} measured
