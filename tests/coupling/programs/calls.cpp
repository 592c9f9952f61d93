// Calls of kernels in every place that C++ has for them.
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" int from_c(int x);
extern "C" {
int from_c(int x) { return x + 1; }
int calls_c(int x) { return from_c(x); }
}

namespace app {
struct Size {
  int n;
  double w;
};
class Table {
public:
  explicit Table(int n) : values(n, 1.5) {}
  std::vector<double> values;
  Table *operator&() { return nullptr; } // of its own
};
typedef std::vector<std::vector<float> > Rows;

namespace {
void scale(Table &table, const double &factor) {
#pragma omp parallel for
  for (long i = 0; i < long(table.values.size()); ++i)
    table.values[i] *= factor;
}
} // namespace

namespace detail {
template <class T> T total(const std::vector<T> &values, Size size = Size{3, 2.0}) {
  return std::accumulate(values.begin(), values.end(), T()) * T(size.w) + T(size.n);
}
double &pick(Table &table, std::size_t i) { return table.values[i]; }
Rows make(int n) { return Rows(n, std::vector<float>(2, 0.5f)); }
int fails(int x) {
  if (x > 2)
    throw std::runtime_error("too large");
  return x;
}
template <int N> int fixed(int x) { return N * x; }
} // namespace detail

struct Solver {
  Table table;
  Solver() : table(8), begun(detail::total(table.values)) {}
  double begun;
  double run() {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      scale(table, 1.0 + i);
      detail::pick(table, i) = detail::total(table.values, Size{i, 1.0}) + detail::total<double>(table.values);
      sum += [&] { return detail::total(table.values); }();
    }
    return sum;
  }
};
} // namespace app

using app::detail::fixed;

template <class T> T templated(T x) { return x + T(fixed<3>(int(x))); }

int safely(int x) {
  try {
    return app::detail::fails(x);
  } catch (const std::exception &error) {
    return -int(std::string(error.what()).size());
  }
}

int main() {
  app::Solver solver;
  std::printf("%.17g %.17g\n", solver.run(), solver.begun);
  std::printf("%d %d %g %d\n", from_c(2), calls_c(3), double(app::detail::make(3)[2][1]), templated(5));
  std::printf("%d %d %d\n", safely(2), safely(3), fixed<2>(7));
}
