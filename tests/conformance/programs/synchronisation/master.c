// tare: treatment: master measured 3
#include <omp.h>
#include <stdio.h>

static int calls;

static void lead(void) {
#pragma omp master
  calls++;
}

int main(void) {
  int who = -1, n = 0;
#pragma omp parallel
  {
#pragma omp master
    {
      who = omp_get_thread_num();
      n++;
    }
    lead();
    for (int i = 0; i < 5; i++)
#pragma omp master
      n++;
  }
  lead();
  printf("%d %d %d\n", who, n, calls);
  return !(who == 0 && n == 6 && calls == 2);
}
