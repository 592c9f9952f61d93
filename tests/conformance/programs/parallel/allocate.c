// tare: treatment: parallel measured 1
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 3, bad = 0;
#pragma omp parallel firstprivate(x) allocate(omp_default_mem_alloc : x) reduction(+ : bad)
  {
    x += omp_get_thread_num();
    bad += x != 3 + omp_get_thread_num();
  }
  printf("%d %d\n", x, bad);
  return bad != 0 || x != 3;
}
