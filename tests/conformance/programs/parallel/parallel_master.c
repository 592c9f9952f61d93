// tare: treatment: parallel master measured 2
#include <omp.h>
#include <stdio.h>

int main(void) {
  int runs = 0, who = -1, sum = 0;
#pragma omp parallel master
  {
    runs++;
    who = omp_get_thread_num();
  }
#pragma omp parallel master reduction(+ : sum) num_threads(3)
  sum += omp_get_num_threads();
  printf("%d %d %d\n", runs, who, sum);
  return !(runs == 1 && who == 0 && sum == 3);
}
