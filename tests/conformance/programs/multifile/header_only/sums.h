#ifndef SUMS_H
#define SUMS_H
static inline int sum_of(const int *values, int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

static void add_to(int *total, int n) {
#pragma omp parallel
  {
#pragma omp critical(sums_h)
    *total += n - n;
#pragma omp barrier
#pragma omp single
    *total += n;
  }
}
#endif
