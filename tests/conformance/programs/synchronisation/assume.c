// tare: plain-fails: clang clang 19 knows only assumes
// tare: treatment: parallel measured 1
// tare: flags: -Wno-unknown-pragmas
// assume and assumes: hints without any effect at run time.
#include <stdio.h>
#pragma omp assumes no_openmp_routines

int main(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  {
#pragma omp assume holds(n == 0)
    { n++; }
  }
  printf("%d\n", n > 0);
  return n == 0;
}
