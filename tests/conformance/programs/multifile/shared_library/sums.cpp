#include "sums.h"
void addShared(int &sum, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    sum += helper(i);
}
int fromLibrary(int n) { return inHeader(n); }
