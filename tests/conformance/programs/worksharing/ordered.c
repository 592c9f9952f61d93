// tare: treatment: ordered measured 2
// tare: treatment: for measured 1
// tare: treatment: parallel for measured 1
// Ordered regions run in the order of the iterations.
#include <stdio.h>

int main(void) {
  int order[60], n = 0, bad = 0, text = 0;
#pragma omp parallel
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < 60; i++) {
    int before = i * 3;
#pragma omp ordered
    {
      order[n] = before / 3;
      n++;
    }
  }
  for (int i = 0; i < 60; i++)
    bad += order[i] != i;
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < 5; i++)
#pragma omp ordered threads
    text = text * 10 + i;
  printf("%d %d %d\n", n, bad, text);
  return !(n == 60 && bad == 0 && text == 1234);
}
