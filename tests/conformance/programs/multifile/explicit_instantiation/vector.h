#pragma once
#include <vector>

template <typename T> class Vector {
  std::vector<T> cells_;

public:
  explicit Vector(int n);
  T sum() const;
};
template <> double Vector<double>::sum() const;
extern template class Vector<int>;

template <typename T> T total(T n);

template <typename T> T inHeader(T n) {
  T sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (T i = 0; i < n; i++)
    sum++;
  return sum;
}
int fromOther();
