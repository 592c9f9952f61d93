// Function templates and lambdas with auto parameters, members of partial specialisations, packs.
// RUN: %case %s --flags=-std=c++20 | %check %s
#include <cstdio>

static int abbreviated(auto n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < int(n); i++)
    sum++;
  return sum;
}

template <class T, class U> struct Pair;
template <class T> struct Pair<T, int> {
  template <class... More> static int count(More... more) {
    int sum = 0;
    if constexpr (sizeof...(more) > 1) {
#pragma omp parallel for reduction(+ : sum)
      for (int i = 0; i < int(sizeof...(more)); i++)
        sum++;
    } else {
#pragma omp parallel sections reduction(+ : sum)
      { sum += 7; }
    }
    return sum;
  }
};

int main() {
  auto generic = [](auto n) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (decltype(n) i = 0; i < n; i++)
      sum++;
    return sum;
  };
  std::printf("%d %d %d %d %d\n", abbreviated(2), abbreviated(3.5),
              Pair<char, int>::count(1, 2, 3), Pair<char, int>::count(1), generic(5L));
}
// CHECK-DAG: NODE parallel#0 line 7 {{.*}} measured
// CHECK-DAG: NODE parallel#0 line 18 {{.*}} measured
// CHECK-DAG: NODE parallel#1 line 22 {{.*}} measured
// CHECK-DAG: NODE parallel#0 line 32 {{.*}} measured
