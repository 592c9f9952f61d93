// tare: treatment: parallel measured 2
// omp_set_dynamic: the team may be smaller than asked for; results do not depend on it.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int bad = 0, sum = 0;
  omp_set_dynamic(1);
  printf("dynamic %d\n", omp_get_dynamic() != 0);
  for (int repeat = 0; repeat < 10; repeat++) {
    int size = 0, seen = 0;
#pragma omp parallel reduction(+ : size) reduction(max : seen)
    {
      size++;
      seen = omp_get_num_threads();
    }
    bad += size != seen;
  }
  omp_set_dynamic(0);
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum++;
  printf("%d %d\n", bad, sum);
  return bad || sum != 3;
}
