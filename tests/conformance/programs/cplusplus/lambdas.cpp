// Lambdas with constructs, generic and mutable, called at once, in clauses, and within constructs.
#include "../expect.h"
#include <functional>

static int twice(const std::function<int(int)> &f, int n) { return f(f(n)); }

static int withDefault(
    int n, int (*f)(int) = [](int x) {
      int sum = 0;
#pragma omp parallel for reduction(+ : sum)
      for (int i = 0; i < x; i++)
        sum += i;
      return sum;
    }) {
  return f(n);
}

int main() {
  int total = 0;
  auto sumTo = [](auto n) {
    decltype(n) sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (decltype(n) i = 0; i < n; i++)
      sum += i;
    return sum;
  };
  const int now = [&] {
    int value = 0;
#pragma omp parallel
#pragma omp single
    value = 7;
    return value;
  }();
#pragma omp parallel num_threads([] { return 2; }()) reduction(+ : total)
  {
    auto mine = [&total, calls = 0](int n) mutable {
#pragma omp critical
      total += n;
      return ++calls;
    };
    mine(0);
#pragma omp single
    total += mine(3) == 2 ? 3 : 1000;
#pragma omp for schedule(                                                                          \
    static, [](int n) {                                                                            \
      return n + 1;                                                                                \
    }(1))
    for (int i = 0; i < 5; i++)
      [&] {
        if (i % 2)
          return;
        total++;
      }();
  }
  auto nested = [&](int n) {
    auto inner = [&](int m) {
#pragma omp critical(inner)
      total += m;
      return m;
    };
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      inner(1);
    return inner(0);
  };
  nested(10);
  printf("%d %ld %d %d %d %d\n", sumTo(10), sumTo(5L), now, total,
         twice([&](int n) { return sumTo(n) - 1; }, 5), withDefault(5));
  EXPECT_EQ(total, 3 + 3 + 3 + 10);
  EXPECT_EQ(twice([&](int n) { return sumTo(n) - 1; }, 5), 35);
  return 0;
}
