// tare: treatment: parallel measured 3
// private, firstprivate, shared and default clauses.
#include <stdio.h>

int main(void) {
  int p = 7, f = 5, s = 0, t = 0, a[3] = {1, 2, 3};
#pragma omp parallel private(p) firstprivate(f, a) shared(s)
  {
    p = f + a[2];
    f++;
    a[2] = 100;
#pragma omp critical
    s += p == 8 && f == 6;
  }
#pragma omp parallel default(none) shared(t) firstprivate(f)
  {
    f *= 2;
#pragma omp atomic
    t += f == 10;
  }
  int size = 0;
#pragma omp parallel default(shared)
#pragma omp atomic
  size++;
  printf("%d %d %d %d %d\n", p, f, a[2], s == size, t == size);
  return !(s == size && t == size && p == 7 && f == 5 && a[2] == 3);
}
