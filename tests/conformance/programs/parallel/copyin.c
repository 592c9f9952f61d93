// tare: treatment: parallel measured 3
// tare: treatment: parallel for measured 1
// threadprivate variables: they persist between regions, copyin sets them.
#include <omp.h>
#include <stdio.h>

static int kept = 3, table[4];
#pragma omp threadprivate(kept, table)

int main(void) {
  int bad = 0;
  omp_set_dynamic(0);
  kept = 40;
  table[3] = 9;
#pragma omp parallel copyin(kept, table) reduction(+ : bad)
  {
    bad += kept != 40 || table[3] != 9;
    kept += omp_get_thread_num();
  }
#pragma omp parallel reduction(+ : bad)
  bad += kept != 40 + omp_get_thread_num();
#pragma omp parallel for copyin(kept) reduction(+ : bad)
  for (int i = 0; i < 20; i++)
    bad += kept != 40;
#pragma omp parallel reduction(+ : bad)
  bad += kept != 40;
  printf("%d %d\n", kept, bad);
  return bad != 0;
}
