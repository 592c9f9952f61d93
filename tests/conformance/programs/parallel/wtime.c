// tare: treatment: parallel measured 1
// omp_get_wtime and tick go forward inside and outside of regions.
#include <omp.h>
#include <stdio.h>

int main(void) {
  double start = omp_get_wtime();
  int bad = omp_get_wtick() <= 0;
#pragma omp parallel reduction(+ : bad)
  {
    double a = omp_get_wtime();
#pragma omp barrier
    bad += omp_get_wtime() < a;
  }
  bad += omp_get_wtime() < start;
  printf("%d\n", bad);
  return bad != 0;
}
