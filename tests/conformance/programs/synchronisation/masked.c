// tare: treatment: masked measured 4
// masked with and without a filter; the filter's expression is evaluated once per thread.
#include <omp.h>
#include <stdio.h>

static int asked;

static int chosen(int t) {
#pragma omp atomic
  asked++;
  return t;
}

int main(void) {
  int first = 0, last = -1, size = 0, none = 0, counted = 0;
#pragma omp parallel
  {
#pragma omp single
    size = omp_get_num_threads();
#pragma omp masked
    first++;
#pragma omp masked filter(size - 1)
    last = omp_get_thread_num();
#pragma omp masked filter(100)
    none++;
#pragma omp masked filter(chosen(0))
    {
      counted++;
    }
  }
  printf("%d %d %d %d %d\n", first, last == size - 1, none, counted, asked == size);
  return !(first == 1 && last == size - 1 && none == 0 && counted == 1 && asked == size);
}
