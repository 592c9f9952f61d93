// A loop whose end cannot be told from the text is a node all the same, and what is in it is its own.
// RUN: %case %s --only=clang | %check %s
#include <stdio.h>

static double a[10];

int main(void) {
  for (int i = 0; i < 3; i++)
    a[i] += i
#pragma GCC diagnostic push
        ;
#pragma GCC diagnostic pop
#pragma omp parallel
  {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        (void)(i + j)
#pragma GCC diagnostic push
            ;
#pragma GCC diagnostic pop
    do {
      for (int j = 0; j < 3; j++)
        (void)j;
    } while (0 > 1)
#pragma GCC diagnostic push
        ;
#pragma GCC diagnostic pop
  }
  printf("%g\n", a[2]);
  return 0;
}
// CHECK: NODE loop#0 line 8 [] left alone (its end cannot be found in the text)
// CHECK: NODE parallel#0 line 13 [parallel] measured ()
// CHECK: NODE loop#1 line 15 [] left alone (its end cannot be found in the text)
// CHECK: NODE loop#2 line 16 [] left alone (its end cannot be found in the text)
// CHECK: NODE loop#3 line 21 [] left alone (its end cannot be found in the text)
// CHECK: NODE loop#4 line 22 [] measured () iterations
