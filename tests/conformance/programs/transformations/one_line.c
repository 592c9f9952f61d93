// tare: treatment: parallel measured 2
// tare: treatment: critical measured 2
// tare: treatment: barrier measured 2
// Several constructs and statements on one line.
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, size = 0;
  _Pragma("omp parallel") { _Pragma("omp critical") a++; _Pragma("omp barrier") _Pragma("omp critical(b)") { b += a; } _Pragma("omp barrier") } int c = a; _Pragma("omp parallel") { _Pragma("omp atomic") size++; }
  printf("%d %d %d\n", a == size, b == size * size, c == size);
  return !(a == size && b == size * size && c == size);
}
