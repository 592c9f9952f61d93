// tare: treatment: atomic counted 6
// atomic as the only statement of if, else, for and case, behind a label, two on one line.
#include <stdio.h>

#define BOTH(x, y) _Pragma("omp atomic") x++; _Pragma("omp atomic") y++;

int main(void) {
  int a = 0, b = 0, c = 0, d = 0, e = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    if (i % 2)
#pragma omp atomic
      a++;
    else
#pragma omp atomic
      b += 2;
    for (int j = 0; j < 3; j++)
#pragma omp atomic
      c++;
    switch (i % 4) {
    case 1:
#pragma omp atomic
      d++;
      break;
    default:
      BOTH(e, e)
    }
  }
  printf("%d %d %d %d %d\n", a, b, c, d, e);
  return !(a == 50 && b == 100 && c == 300 && d == 25 && e == 150);
}
