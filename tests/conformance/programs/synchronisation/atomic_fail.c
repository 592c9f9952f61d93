// tare: flags: -fopenmp-version=51
// tare: treatment: atomic counted 3
// tare: plain-fails: gcc -fopenmp-version is an option of clang
// compare with fail and weak, and the memory orders of both.
#include <stdio.h>

int main(void) {
  int x = 0, most = 0, e = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp atomic compare seq_cst fail(relaxed)
    most = most < i ? i : most;
#pragma omp atomic update release
    x += 1;
#pragma omp atomic compare acquire
    if (e == 0) {
      e = 1;
    }
  }
  printf("%d %d %d\n", most, x, e);
  return !(most == 99 && x == 100 && e == 1);
}
