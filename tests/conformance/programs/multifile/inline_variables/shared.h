#pragma once
inline int calls = 0;
inline int counted(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
#pragma omp critical(shared_h)
  calls++;
  return sum;
}
inline auto twice = [](int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 2;
  return sum;
};
struct Holder {
  int sum(int n) const {
    int total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++)
      total += i;
    return total;
  }
};
