// tare: treatment: parallel for measured 1
// tare: treatment: parallel sections measured 1
// tare: treatment: parallel for simd measured 1
// default(none) on the combined forms.
#include <stdio.h>

int main(void) {
  int a[64], last = -1, sum = 0;
  const int n = 64;
#pragma omp parallel for default(none) shared(a, n) lastprivate(last)
  for (int i = 0; i < n; i++)
    a[i] = last = i;
#pragma omp parallel for simd default(none) shared(a, n) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
#pragma omp parallel sections default(none) shared(a) reduction(+ : sum)
  {
#pragma omp section
    sum += a[1];
#pragma omp section
    sum += a[2];
  }
  printf("%d %d\n", last, sum);
  return !(last == 63 && sum == 2016 + 3);
}
