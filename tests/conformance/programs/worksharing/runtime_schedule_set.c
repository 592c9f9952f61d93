// tare: treatment: parallel for measured 2
// omp_set_schedule decides; the mapping is that of the schedule set.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int who[24];
  omp_set_schedule(omp_sched_static, 2);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 24; i++)
    who[i] = omp_get_thread_num();
  for (int i = 0; i < 24; i++)
    printf(" %d", who[i]);
  omp_set_schedule(omp_sched_static, 12);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 24; i++)
    who[i] = omp_get_thread_num();
  for (int i = 0; i < 24; i++)
    printf(" %d", who[i]);
  printf("\n");
  return 0;
}
