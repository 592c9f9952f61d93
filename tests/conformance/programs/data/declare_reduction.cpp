// tare: treatment: parallel for measured 2
// tare: treatment: parallel measured 1
// User-defined reductions of a class and of a template's type; order of construction.
#include <cstdio>
#include <string>
#include <vector>

template <class T> struct Matrix {
  T v[2][2];
  Matrix operator+(const Matrix &o) const {
    Matrix r = *this;
    for (int i = 0; i < 4; i++)
      r.v[i / 2][i % 2] += o.v[i / 2][i % 2];
    return r;
  }
};

#pragma omp declare reduction(+ : Matrix<int> : omp_out = omp_out + omp_in)                        \
    initializer(omp_priv = Matrix<int>{{{0, 0}, {0, 0}}})
#pragma omp declare reduction(append : std::vector<int> : omp_out.insert(                          \
        omp_out.end(), omp_in.begin(), omp_in.end()))

template <class T> T total(int n) {
  T sum{};
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += T(i);
  return sum;
}

int main() {
  Matrix<int> m{{{0, 0}, {0, 0}}};
  std::vector<int> all;
#pragma omp parallel for reduction(+ : m) reduction(append : all)
  for (int i = 0; i < 40; i++) {
    m.v[i % 2][i / 20] += i;
    all.push_back(i);
  }
  long sum = 0;
  for (int x : all)
    sum += x;
  int size = 0;
#pragma omp parallel reduction(+ : size)
  size++;
  std::printf("%d %d %zu %ld %d %g\n", m.v[0][0], m.v[1][1], all.size(), sum, total<int>(10),
              total<double>(11));
  return !(all.size() == 40 && sum == 780 && m.v[0][0] + m.v[0][1] + m.v[1][0] + m.v[1][1] == 780);
}
