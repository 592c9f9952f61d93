// The same without an option; gcc 12 knows both directives.
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
