#pragma once
inline int inlined(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
inline void twice(int *value) {
#pragma omp critical
  *value *= 2;
}
