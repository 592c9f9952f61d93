// declare reduction on classes, in namespaces, classes, templates and functions.
#include "../expect.h"
#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace math {
struct Complex {
  double re = 0, im = 0;
  Complex &operator+=(const Complex &o) {
    re += o.re;
    im += o.im;
    return *this;
  }
};
#pragma omp declare reduction(+ : Complex : omp_out += omp_in) initializer(omp_priv = Complex())
} // namespace math

template <typename T> struct Extremes {
  T low, high;
  void merge(const Extremes &o) {
    low = std::min(low, o.low);
    high = std::max(high, o.high);
  }
};

template <typename T> Extremes<T> extremes(const std::vector<T> &values) {
  Extremes<T> all{values[0], values[0]};
#pragma omp declare reduction(merge : Extremes<T> : omp_out.merge(omp_in)) initializer(omp_priv = omp_orig)
#pragma omp parallel for reduction(merge : all)
  for (std::size_t i = 0; i < values.size(); i++)
    all.merge({values[i], values[i]});
  return all;
}

using Histogram = std::map<int, int>;
#pragma omp declare reduction(add:Histogram                                                        \
                              : [](Histogram & out, const Histogram &in){                          \
                                  for (const auto &entry                                           \
                                       : in) out[entry.first] += entry.second;}(omp_out, omp_in))

int main() {
  math::Complex total;
  Histogram counts;
  std::vector<int> joined;
#pragma omp declare reduction(append : std::vector<int> : omp_out.insert(                          \
        omp_out.end(), omp_in.begin(), omp_in.end()))
#pragma omp parallel for reduction(+ : total) reduction(add : counts) reduction(append : joined)
  for (int i = 0; i < 20; i++) {
    total += math::Complex{double(i), 1};
    counts[i % 3]++;
    joined.push_back(i);
  }
  std::sort(joined.begin(), joined.end());
  const auto range = extremes<int>({4, -2, 9, 3});
  printf("%g %g %d %d %d %d %d\n", total.re, total.im, counts[0], counts[2], joined[19], range.low,
         range.high);
  EXPECT(total.re == 190 && total.im == 20);
  EXPECT_EQ(counts[0], 7);
  EXPECT_EQ(joined.size(), 20);
  EXPECT_EQ(range.high - range.low, 11);
  return 0;
}
