// tare: treatment: atomic counted
// read, write, update, capture in all their shapes, memory orders and hints.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0, y = 0, v = 0, w = 0, up = 0, cap = 0, sum = 0, n = 0;
  double d = 0;
#pragma omp parallel for private(v) reduction(+ : sum, n)
  for (int i = 0; i < 200; i++) {
#pragma omp atomic
    x++;
#pragma omp atomic update
    x += 2;
#pragma omp atomic seq_cst
    up = up + 3;
#pragma omp atomic update relaxed
    up = 1 + up;
#pragma omp atomic hint(omp_sync_hint_uncontended)
    d += 0.5;
#pragma omp atomic read acquire
    v = x;
    sum += v > 0;
#pragma omp atomic write release
    w = 7;
#pragma omp atomic capture
    v = cap++;
    n += v;
#pragma omp atomic capture acq_rel
    {
      cap += 1;
      v = cap;
    }
#pragma omp atomic capture
    {
      v = cap;
      cap--;
    }
#pragma omp atomic seq_cst capture
    v = y += 2;
  }
  printf("%d %d %g %d %d %d %d\n", x, up, d, sum, w, cap, y);
  return !(x == 600 && up == 800 && d == 100 && sum == 200 && w == 7 && cap == 200 && y == 400);
}
