// tare: flags: -std=c++17
// if constexpr around pragmas and between branches of constructs.
#include "../expect.h"
#include <string>
#include <type_traits>

template <typename T> static int weight(const T &value) {
  int sum = 0;
  if constexpr (std::is_integral_v<T>)
#pragma omp parallel for reduction(+ : sum)
    for (T i = 0; i < value; i++)
      sum += 1;
  else if constexpr (std::is_floating_point_v<T>) {
#pragma omp parallel
#pragma omp single
    sum = static_cast<int>(value * 2);
  } else
#pragma omp critical
    sum = static_cast<int>(value.size());
  return sum;
}

template <bool Locked> static void add(int &sum) {
#pragma omp parallel for
  for (int i = 0; i < 10; i++) {
    if constexpr (Locked)
#pragma omp critical
      sum++;
    else
#pragma omp atomic
      sum++;
  }
}

int main() {
  int sum = 0;
  add<true>(sum);
  add<false>(sum);
  printf("%d %d %d %d\n", weight(7), weight(2.5), weight(std::string("four")), sum);
  EXPECT_EQ(weight(7L), 7);
  EXPECT_EQ(weight(2.5F), 5);
  EXPECT_EQ(weight(std::string("four")), 4);
  EXPECT_EQ(sum, 20);
  return 0;
}
