// tare: treatment: parallel measured 1
// Every thread of the team runs the region once.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int runs[64] = {0}, size = 0, bad = 0;
#pragma omp parallel
  {
    runs[omp_get_thread_num()]++;
    if (omp_get_thread_num() == 0)
      size = omp_get_num_threads();
  }
  for (int i = 0; i < 64; i++)
    bad += runs[i] != (i < size);
  printf("size %d bad %d\n", size, bad);
  return bad != 0;
}
