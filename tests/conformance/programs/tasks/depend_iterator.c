// tare: treatment: task measured 2
// depend with an iterator.
#include <stdio.h>

int main(void) {
  int v[8] = {0}, total = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
#pragma omp task depend(out : v[i]) shared(v)
      v[i] = i * i;
#pragma omp task depend(iterator(k = 0 : 8), in : v[k]) shared(v, total)
    for (int i = 0; i < 8; i++)
      total += v[i];
  }
  printf("%d\n", total);
  return total != 140;
}
