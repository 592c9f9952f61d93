// tare: treatment: omp_set_lock measured 1
// tare: treatment: omp_unset_lock measured 1
// tare: also: lock.c
// tare: treatment: parallel for measured 1
// The lock is taken in a file without any directive.
#include <stdio.h>

void prepare(void);
void add(int i);
int result(void);

int main(void) {
  prepare();
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    add(i);
  printf("%d\n", result());
  return result() != 4950;
}
