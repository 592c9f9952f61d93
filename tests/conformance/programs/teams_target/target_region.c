// tare: treatment: target parallel outside 1
// tare: treatment: target parallel for outside 1
// tare: treatment: target parallel for simd outside 1
// tare: treatment: target simd outside 1
#include <stdio.h>

int main(void) {
  int a[64] = {0}, sum = 0, bad = 0, size = 0;
#pragma omp target parallel map(tofrom : size) reduction(+ : size)
  size++;
#pragma omp target parallel for map(tofrom : a) num_threads(2)
  for (int i = 0; i < 64; i++)
    a[i] += i;
#pragma omp target parallel for simd map(tofrom : a, sum) reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += a[i];
#pragma omp target simd map(tofrom : a)
  for (int i = 0; i < 64; i++)
    a[i] += i;
  for (int i = 0; i < 64; i++)
    bad += a[i] != 2 * i;
  printf("%d %d %d\n", sum, bad, size > 0);
  return sum != 2016 || bad;
}
