// tare: treatment: parallel for measured 1
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel for proc_bind(primary) reduction(+ : n)
  for (int i = 0; i < 33; i++)
    n += i;
  printf("%d\n", n);
  return n != 528;
}
