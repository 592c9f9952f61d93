// tare: treatment: parallel measured 2
// The team's size changes from region to region, by clause and by omp_set_num_threads.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int total = 0;
  omp_set_dynamic(0);
  for (int n = 1; n <= 5; n++) {
#pragma omp parallel num_threads(n) reduction(+ : total)
    total += omp_get_num_threads();
  }
  for (int n = 4; n >= 1; n--) {
    omp_set_num_threads(n);
#pragma omp parallel reduction(+ : total)
    total += 100;
    printf("max %d\n", omp_get_max_threads());
  }
  printf("%d\n", total);
  return total != 1 + 4 + 9 + 16 + 25 + 1000;
}
