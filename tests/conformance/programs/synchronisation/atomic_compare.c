// tare: treatment: atomic counted
// compare and compare capture, OpenMP 5.1.
#include <stdio.h>

int main(void) {
  int most = -1, least = 1000, won = 0, flag = 0, r = 0;
#pragma omp parallel for private(r) reduction(+ : won)
  for (int i = 0; i < 300; i++) {
#pragma omp atomic compare
    if (most < i) {
      most = i;
    }
#pragma omp atomic compare
    least = i < least ? i : least;
#pragma omp atomic compare capture
    {
      r = flag == 0;
      if (r) {
        flag = 1;
      }
    }
    won += r != 0;
  }
  printf("%d %d %d %d\n", most, least, won, flag);
  return !(most == 299 && least == 0 && won == 1 && flag == 1);
}
