// tare: treatment: for measured 3
// private, firstprivate, lastprivate on a worksharing loop.
#include <stdio.h>

int main(void) {
  int p = 9, f = 4, last = 0, a[3] = {7, 8, 9}, lasta[2] = {0}, sum = 0;
#pragma omp parallel
  {
#pragma omp for private(p) reduction(+ : sum)
    for (int i = 0; i < 50; i++) {
      p = i;
      sum += p;
    }
#pragma omp for firstprivate(f, a) lastprivate(last, lasta) schedule(static, 4)
    for (int i = 0; i < 50; i++) {
      last = i * f;
      lasta[1] = i + a[0];
    }
#pragma omp for firstprivate(f) lastprivate(f)
    for (int i = 0; i < 50; i++)
      f = i;
  }
  printf("%d %d %d %d %d\n", p, f, last, lasta[1], sum);
  return !(p == 9 && f == 49 && last == 196 && lasta[1] == 56 && sum == 1225);
}
