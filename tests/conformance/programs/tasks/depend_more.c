// tare: flags: -fopenmp-version=51
// tare: plain-fails: gcc gcc 12 knows neither inoutset nor omp_all_memory
// tare: treatment: task measured 6
// inoutset and omp_all_memory, OpenMP 5.1.
#include <stdio.h>

int main(void) {
  int x = 1, sum = 0, all = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 10;
#pragma omp task depend(inoutset : x) shared(x, sum)
#pragma omp atomic
    sum += x;
#pragma omp task depend(inoutset : x) shared(x, sum)
#pragma omp atomic
    sum += 2 * x;
#pragma omp task depend(in : x) shared(sum)
    sum *= 2;
#pragma omp task depend(out : omp_all_memory) shared(all, sum)
    all = sum;
#pragma omp task depend(inout : x) shared(x)
    x = all;
  }
  printf("%d %d %d\n", x, sum, all);
  return !(x == 60 && sum == 60 && all == 60);
}
