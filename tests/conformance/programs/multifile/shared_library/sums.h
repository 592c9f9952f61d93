#pragma once
template <typename T> T inHeader(T n) {
  T sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (T i = 0; i < n; i++)
    sum += i;
  return sum;
}
void addShared(int &sum, int n);
int fromLibrary(int n);
extern "C" int other(int n);
extern "C" int helper(int n);
