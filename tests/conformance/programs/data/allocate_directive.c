// tare: plain-fails: gcc the allocate directive came with gcc 14
// tare: treatment: parallel measured 1
// The allocate directive on variables, and allocators in a clause.
#include <omp.h>
#include <stdio.h>

static int table[16];
#pragma omp allocate(table) allocator(omp_default_mem_alloc)

int main(void) {
  int x = 2, bad = 0;
#pragma omp allocate(x) allocator(omp_default_mem_alloc)
#pragma omp parallel private(x) allocate(omp_default_mem_alloc : x) reduction(+ : bad)
  {
    x = omp_get_thread_num();
    table[x] = x;
    bad += table[x] != x;
  }
  printf("%d %d\n", x, bad);
  return bad != 0;
}
