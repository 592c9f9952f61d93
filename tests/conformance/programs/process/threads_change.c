// The number of threads changes from region to region, by clause, by call and by if.
#include "../expect.h"
#include <omp.h>

int main(void) {
  int wrong = 0;
  omp_set_dynamic(0);
  for (int n = 1; n <= 9; n++) {
    int team = 0;
#pragma omp parallel num_threads(n) reduction(+ : team)
    team++;
    wrong += team != n;
    omp_set_num_threads(10 - n);
    team = 0;
#pragma omp parallel reduction(+ : team)
    {
#pragma omp critical
      team++;
#pragma omp barrier
    }
    wrong += team != 10 - n;
    team = 0;
#pragma omp parallel if (n > 4) num_threads(3) reduction(+ : team)
#pragma omp for
    for (int i = 0; i < 3; i++)
      team += omp_get_num_threads();
    wrong += team != (n > 4 ? 9 : 3);
  }
  printf("%d\n", wrong);
  EXPECT_EQ(wrong, 0);
  return 0;
}
