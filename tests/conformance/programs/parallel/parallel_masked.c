// tare: treatment: parallel masked measured 2
#include <omp.h>
#include <stdio.h>

int main(void) {
  int runs = 0, who = -1, other = 0;
#pragma omp parallel masked
  {
    runs++;
    who = omp_get_thread_num();
  }
#pragma omp parallel masked filter(omp_get_num_threads() - 1) shared(other)
  other = omp_get_thread_num() == omp_get_num_threads() - 1;
  printf("%d %d %d\n", runs, who, other);
  return !(runs == 1 && who == 0 && other);
}
