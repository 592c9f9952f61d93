// tare: also: work.c
// tare: treatment: for measured 2
// tare: treatment: sections measured 1
// tare: treatment: single measured 1
// Worksharing in another file, also called outside of any region.
#include <stdio.h>

int fill(int *a, int n);
int total(const int *a, int n);

int main(void) {
  int a[90], alone, team = 0;
  fill(a, 90);
  alone = total(a, 90);
#pragma omp parallel
  {
    fill(a, 90);
    int t = total(a, 90);
#pragma omp single
    team = t;
  }
  printf("%d %d\n", alone, team);
  return !(alone == 4005 + 3 && team == 4005 + 3);
}
