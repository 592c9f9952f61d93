// tare: treatment: parallel sections measured 3
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, c = 0, last = 0, sum = 0;
#pragma omp parallel sections
  {
#pragma omp section
    a = 1;
#pragma omp section
    {
      b = 2;
    }
#pragma omp section
    c = 3;
  }
#pragma omp parallel sections lastprivate(last) reduction(+ : sum) private(a)
  {
    {
      a = 10;
      sum += a;
      last = 1;
    }
#pragma omp section
    {
      a = 20;
      sum += a;
      last = 2;
    }
  }
#pragma omp parallel sections
  {
    b += 5;
  }
  printf("%d %d %d %d %d\n", a, b, c, last, sum);
  return !(a == 1 && b == 7 && c == 3 && last == 2 && sum == 30);
}
