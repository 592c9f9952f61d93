// Constructs in members: this captured, constructors with lists, destructors, operators, friends,
// statics.
#include "../expect.h"
#include <vector>

class Vector {
  std::vector<double> cells_;
  int sum_ = 0;
  static int made_;
  static int ends_;

public:
  explicit Vector(int n, double value = 1) : cells_(n, value), sum_(count(n)) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      cells_[i] += i;
#pragma omp critical
    made_++;
  }
  Vector(const Vector &other) : Vector(static_cast<int>(other.cells_.size()), 0) {
#pragma omp parallel
    {
#pragma omp for
      for (std::size_t i = 0; i < cells_.size(); i++)
        cells_[i] = other.cells_[i];
    }
  }
  ~Vector() {
#pragma omp parallel
#pragma omp single
    ends_++;
  }
  static int count(int n) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum++;
    return sum;
  }
  Vector &operator+=(const Vector &other) {
#pragma omp parallel for
    for (std::size_t i = 0; i < cells_.size(); i++)
      this->cells_[i] += other.cells_[i];
    return *this;
  }
  double operator()() const {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::size_t i = 0; i < cells_.size(); i++)
      sum += cells_[i];
    return sum;
  }
  double &operator[](int i) { return cells_[i]; }
  operator int() const {
    int n = 0;
#pragma omp parallel reduction(max : n)
    n = sum_;
    return n;
  }
  friend double dot(const Vector &a, const Vector &b) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::size_t i = 0; i < a.cells_.size(); i++)
      sum += a.cells_[i] * b.cells_[i];
    return sum;
  }
  static int made() { return made_; }
  static int ends() { return ends_; }
};
int Vector::made_, Vector::ends_;

static long operator"" _summed(unsigned long long n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (unsigned long long i = 0; i <= n; i++)
    sum += static_cast<long>(i);
  return sum;
}

int main() {
  {
    Vector a(5), b(a);
    a += b;
    printf("%g %g %d %ld\n", a(), dot(a, b), int(b), 10_summed);
    EXPECT(a() == 30);
    EXPECT(dot(a, b) == 110);
    EXPECT_EQ(int(b), 5);
    EXPECT_EQ(10_summed, 55);
  }
  EXPECT_EQ(Vector::made(), 2);
  EXPECT_EQ(Vector::ends(), 2);
  return 0;
}
