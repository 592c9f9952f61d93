// tare: flags: -fopenmp-version=51
// tare: plain-fails: gcc begin declare variant came with gcc 15
// tare: treatment: parallel for measured 2
// Constructs inside begin declare variant and its base function.
#include <stdio.h>

static int total(int n) {
  int sum = -1;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 1;
  return sum;
}

#pragma omp begin declare variant match(implementation = {vendor(llvm)})
static int total(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
#pragma omp end declare variant

int main(void) {
  int sum = total(20);
  printf("%d\n", sum);
  return sum != 190;
}
