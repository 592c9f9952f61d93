// tare: treatment: parallel measured 3
// Regions with nothing in them.
#include <stdio.h>

int main(void) {
#pragma omp parallel
  ;
#pragma omp parallel
  {
  }
#pragma omp parallel
  {
    ;
  }
  puts("done");
  return 0;
}
