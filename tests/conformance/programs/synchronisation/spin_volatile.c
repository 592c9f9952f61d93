// tare: treatment: spin measured 2
// tare: threads: 2 4
// A spin loop on a volatile variable, with an empty body.
#include <omp.h>
#include <stdio.h>

static volatile int flag[4];

int main(void) {
  int sum = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    if (omp_get_thread_num() == 0) {
      flag[0] = 1;
      while (!flag[1])
        ;
      sum += 1;
    } else {
      while (flag[0] == 0) {
      }
      flag[1] = 1;
      sum += 2;
    }
  }
  printf("%d\n", sum);
  return sum != 3;
}
