// tare: treatment: parallel for measured 2
// tare: treatment: critical measured 1
// Constructs in lambdas that capture by value and by reference, generic ones too.
#include <cstdio>
#include <functional>

int main() {
  int n = 0, by_value = 3;
  auto run = [&n, by_value](int count) mutable {
    by_value++;
#pragma omp parallel for firstprivate(by_value)
    for (int i = 0; i < count; i++) {
#pragma omp critical
      n += by_value;
    }
    return by_value;
  };
  auto generic = [](auto limit) {
    decltype(limit) sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < int(limit); i++)
      sum += decltype(limit)(i);
    return sum;
  };
  std::function<int(int)> boxed = run;
  int r = boxed(10) + boxed(5);
  std::printf("%d %d %d %g\n", n, r, generic(20), double(generic(10.0)));
  return !(n == 40 + 25 && r == 9 && generic(20L) == 190L);
}
