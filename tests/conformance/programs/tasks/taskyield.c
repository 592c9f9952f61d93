// tare: treatment: taskyield measured 2
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel
  {
#pragma omp single nowait
    for (int i = 0; i < 30; i++)
#pragma omp task shared(n)
    {
#pragma omp taskyield
#pragma omp atomic
      n++;
    }
#pragma omp taskyield
  }
  printf("%d\n", n);
  return n != 30;
}
