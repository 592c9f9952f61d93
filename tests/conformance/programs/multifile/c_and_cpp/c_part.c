#include "c_part.h"
void c_fill(int *restrict values, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    values[i] = plain(i);
}
int c_loop(const int *class, int n) {
  int new = 0;
#pragma omp for
  for (int i = 0; i < n; i++)
    new += class[i];
  return new;
}
