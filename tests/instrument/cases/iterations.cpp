// RUN: %case %s | %check %s
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

struct Rows {
  std::vector<std::vector<double>> rows;
  double sum(std::size_t i) const {
    double s = 0;
    for (double x : rows[i])
      s += x;
    return s;
  }
  double first(std::size_t i) const { return rows[i].empty() ? 0 : rows[i][0]; }
  virtual double chosen(std::size_t i) const { return first(i); }
};

template <class T> double total(const Rows &r, T count) {
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (T i = 0; i < count; ++i)
    for (double x : r.rows[i])
      all += x;
  return all;
}

int main() {
  Rows r;
  for (int i = 0; i < 20; ++i)
    r.rows.emplace_back(i, 1.0);
  std::vector<double> out(20);
  int caught = 0;
#pragma omp parallel for
  for (auto &row : r.rows)
    for (double &x : row)
      x = std::sqrt(x);
#pragma omp parallel for
  for (auto it = out.begin(); it < out.end(); ++it)
    *it = r.sum(it - out.begin());
#pragma omp parallel for
  for (std::size_t i = 0; i < 20; ++i)
    out[i] += std::fabs(r.first(i));
#pragma omp parallel for
  for (std::size_t i = 0; i < 20; ++i)
    out[i] += r.chosen(i);
  auto work = [&](int n) {
#pragma omp parallel for schedule(guided) reduction(+ : caught)
    for (int i = 0; i < n; ++i) {
      try {
        if (i % 3 == 0)
          continue;
        if (i % 3 == 1)
          throw std::runtime_error("odd");
        for (int k = 0; k < i; ++k)
          out[i] += k;
      } catch (const std::exception &) {
        ++caught;
      }
    }
  };
  work(20);
  std::printf("%g %g %d %g\n", total(r, 20), total(r, 20ul), caught, out[19] + out[3]);
}
// A template parameter may be an iterator; so may the variable of a range be anything.
// CHECK: tare_b{{[0-9]+}}({{.*}}(long)tare_n{{[0-9]+}} - 1); {{.*}} } for (double x : r.rows[i])
// CHECK: tare_b{{[0-9]+}}({{.*}}(long)tare_n{{[0-9]+}} - 1); {{.*}} } for (double &x : row)
// CHECK: tare_b{{[0-9]+}}({{.*}}(long)tare_n{{[0-9]+}} - 1); {{.*}} } *it = r.sum(
// CHECK: { ++tare_n{{[0-9]+}}; out[i] += std::fabs(r.first(i)); }
// CHECK: tare_b{{[0-9]+}}({{.*}}(long)(i)); {{.*}} } out[i] += r.chosen(i);
// CHECK: tare_b{{[0-9]+}}({{.*}}(long)(i)); {{.*}} } do { {
// CHECK: } } while (0); if (__builtin_expect(tare_e{{[0-9]+}} != 0
// CHECK: NODE for#0 line 21 {{.*}} iterations sampled by ordinals
// CHECK: NODE for#0 line 34 {{.*}} iterations sampled by ordinals
// CHECK: NODE for#1 line 38 {{.*}} iterations sampled by ordinals
// CHECK: NODE for#2 line 41 {{.*}} iterations unsampled
// CHECK: NODE for#3 line 44 {{.*}} iterations sampled by i
// CHECK: NODE for#4 line 48 {{.*}} iterations sampled by i
