#include "vector.h"

template <typename T> Vector<T>::Vector(int n) : cells_(n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    cells_[i] = T(i);
}

template <typename T> T Vector<T>::sum() const {
  T total{};
#pragma omp parallel for reduction(+ : total)
  for (std::size_t i = 0; i < cells_.size(); i++)
    total += cells_[i];
  return total;
}

template <> double Vector<double>::sum() const {
  double total = 100;
#pragma omp parallel for reduction(+ : total)
  for (std::size_t i = 0; i < cells_.size(); i++)
    total += cells_[i];
  return total;
}

template <typename T> T total(T n) {
  T sum = 0;
#pragma omp parallel reduction(max : sum)
  sum = n;
  return sum;
}

template class Vector<int>;
template Vector<double>::Vector(int);
template long total<long>(long);
int fromOther() { return inHeader(3); }
