// The preprocessed text of gcc -g3 keeps the lines that define macros, beside code in which they are
// expanded: they are not expanded a second time, and what is compiled keeps them.
// RUN: %case %s --flags=-g3 --show=gcc | %check %s
#include <stdio.h>

static double set(double value, int line) { return value + 0 * line; }
#define set(value) set(value, __LINE__)
static int (later)(int value) { return value; }
#define later(value) later(later(value))

static const char *text = "\
#define text other\
";

int main(void) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += set(i);
#pragma omp parallel
  {
    for (int i = 0; i < 3; i++)
      set(i);
#pragma omp single
    sum += set(3);
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
      sum += later(i);
  }
#undef set
  printf("%g %s\n", sum, text);
  return 0;
}
// CHECK: #define set(value)
// CHECK: NODE loop#0 line 17 [] measured ()
// CHECK: NODE parallel#0 line 19 [parallel] measured ()
// CHECK: NODE loop#1 line 21 [] measured () iterations
// CHECK: NODE single#0 line 23 [single] measured ()
// CHECK: NODE for#0 line 25 {{.*}} measured () {{.*}}iterations
