// tare: exit: 3
// tare: status: LATE_CLOSE CUT_OFF
// tare: treatment: parallel measured 2
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n++;
  printf("before\n");
  fflush(stdout);
#pragma omp parallel
  {
#pragma omp barrier
#pragma omp master
    exit(3);
#pragma omp barrier
  }
  printf("never\n");
  return 1;
}
