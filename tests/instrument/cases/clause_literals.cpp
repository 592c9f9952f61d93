// A bracket in a literal opens and closes nothing, and a quote in a number begins no literal.
// RUN: %case %s --flags=-std=c++17 | %check %s
#include <cstdio>

int main(int argc, char **argv) {
  int sum = 0;
#pragma omp parallel for if (argv[0][0] != '(') reduction(+ : sum) schedule(static)
  for (int i = 0; i < 10; i++)
    sum += i;
#pragma omp parallel if (u8')' != argc && *")\"(" != argc) num_threads(1 + 1'0 % 2) reduction(+ : sum)
  sum += 1;
#pragma omp parallel for if (*R"x()")x" != argc) num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  std::printf("%d\n", sum);
}
// CHECK: #pragma omp parallel if (argv[0][0] != '(')
// CHECK: #pragma omp for reduction(+ : sum) schedule(static) nowait
// CHECK: NODE parallel#0 line 7 {{.*}} measured ()
// CHECK: NODE parallel#1 line 10 {{.*}} measured ()
// CHECK: NODE parallel#2 line 12 {{.*}} measured ()
