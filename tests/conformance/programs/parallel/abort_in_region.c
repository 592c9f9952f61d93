// tare: exit: -6
// tare: status: LATE_CLOSE CUT_OFF
// The profile survives an abort.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  printf("before\n");
  fflush(stdout);
#pragma omp parallel
  {
#pragma omp barrier
#pragma omp single
    abort();
  }
  return 1;
}
