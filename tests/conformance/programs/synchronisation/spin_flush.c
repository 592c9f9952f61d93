// tare: treatment: spin measured 1
// tare: threads: 2 4
// tare: treatment: flush counted
// A thread waits in a loop on a flag that another sets.
#include <omp.h>
#include <stdio.h>
#include <sched.h>

int main(void) {
  int flag = 0, value = 0, got = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2) shared(flag, value, got)
  {
    if (omp_get_thread_num() == 0) {
      value = 17;
#pragma omp flush
      flag = 1;
#pragma omp flush(flag)
    } else {
      int seen = 0;
      while (!seen) {
#pragma omp flush(flag)
#pragma omp atomic read
        seen = flag;
        sched_yield();
      }
#pragma omp flush
      got = value;
    }
  }
  printf("%d\n", got);
  return got != 17;
}
