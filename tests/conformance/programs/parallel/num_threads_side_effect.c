// tare: treatment: parallel measured 1
// tare: treatment: parallel for measured 1
// tare: treatment: parallel sections measured 1
// The expression of num_threads is evaluated exactly once per region.
#include <omp.h>
#include <stdio.h>

static int grow(int *n) { return *n += 1; }

int main(void) {
  int n = 1, sizes[3] = {0}, seen = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(n++) reduction(+ : seen)
  seen += omp_get_num_threads();
  sizes[0] = n;
#pragma omp parallel for num_threads(n++) reduction(+ : seen)
  for (int i = 0; i < 8; i++)
    seen += omp_get_num_threads();
  sizes[1] = n;
#pragma omp parallel sections num_threads(grow(&n)) reduction(+ : seen)
  {
#pragma omp section
    seen += omp_get_num_threads();
#pragma omp section
    seen += 10 * omp_get_num_threads();
  }
  sizes[2] = n;
  printf("%d %d %d %d\n", sizes[0], sizes[1], sizes[2], seen);
  return !(n == 4 && seen == 1 + 16 + 44);
}
