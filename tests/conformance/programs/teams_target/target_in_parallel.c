// tare: treatment: parallel for measured 1
// A target region inside a measured loop.
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 12; i++) {
    int got = 0;
#pragma omp target map(tofrom : got) map(to : i)
    got = i * i;
    sum += got;
  }
  printf("%d\n", sum);
  return sum != 506;
}
