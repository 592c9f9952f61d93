// tare: flags: -fopenmp-version=51
// tare: plain-fails: gcc -fopenmp-version is an option of clang
// nothing and error at(execution) severity(warning), OpenMP 5.1. The warning goes to stderr.
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  {
#pragma omp nothing
    n++;
  }
#pragma omp error at(execution) severity(warning) message("seen")
  printf("%d\n", n > 0);
  return n == 0;
}
