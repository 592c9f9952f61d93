// tare: flags: -std=c++17
// tare: treatment: parallel for measured 2
// if with initializer, structured bindings and constexpr around and inside constructs.
#include <array>
#include <cstdio>
#include <utility>

static std::pair<int, int> split(int i) { return {i / 10, i % 10}; }

template <class T> int weigh(const T &values) {
  int sum = 0;
  if constexpr (sizeof(T) > 4) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < int(values.size()); i++) {
      auto [tens, ones] = split(values[i]);
      sum += tens * 100 + ones;
    }
  }
  return sum;
}

int main() {
  std::array<int, 30> values{};
  int n = 0;
#pragma omp parallel for
  for (int i = 0; i < 30; i++)
    if (auto [tens, ones] = split(i); tens != ones)
      values[i] = i;
    else
      values[i] = 0;
  n = weigh(values);
  std::printf("%d\n", n);
  return n != 3000 - 300 + 135 - 3;
}
