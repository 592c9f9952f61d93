// tare: env: OMP_MAX_ACTIVE_LEVELS=3
// tare: treatment: parallel measured 2
// tare: treatment: parallel for measured 1
// Regions in regions: levels, ancestors and team sizes.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int bad = 0, inner = 0, sum = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2) reduction(+ : bad, inner, sum)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3) reduction(+ : bad, inner)
    {
      inner++;
      bad += omp_get_level() != 2 || omp_get_active_level() != 2;
      bad += omp_get_ancestor_thread_num(1) != outer;
      bad += omp_get_team_size(1) != 2 || omp_get_team_size(2) != 3;
      bad += omp_get_num_threads() != 3;
    }
#pragma omp parallel for num_threads(2) reduction(+ : sum)
    for (int i = 0; i < 10; i++)
      sum += i + outer;
    bad += omp_get_level() != 1 || omp_get_thread_num() != outer;
  }
  printf("%d %d %d\n", bad, inner, sum);
  return !(bad == 0 && inner == 6 && sum == 100);
}
