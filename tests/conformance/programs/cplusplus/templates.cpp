// Constructs in function templates, class templates, specialisations and variadic templates.
#include "../expect.h"
#include <vector>

template <typename T> T sumOf(const std::vector<T> &values) {
  T sum{};
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < values.size(); i++)
    sum += values[i];
  return sum;
}

template <> char sumOf<char>(const std::vector<char> &values) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < values.size(); i++)
    sum += values[i] - '0';
  return static_cast<char>('0' + sum);
}

template <typename T, int N> struct Block {
  T cells[N];
  template <typename F> void fill(F make) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      cells[i] = make(i);
  }
  static T biggest(const Block &block);
};

template <typename T, int N> T Block<T, N>::biggest(const Block &block) {
  T most = block.cells[0];
#pragma omp parallel
  {
#pragma omp for reduction(max : most)
    for (int i = 0; i < N; i++)
      most = block.cells[i] > most ? block.cells[i] : most;
  }
  return most;
}

template <int N> struct Block<bool, N> {
  int bits = 0;
  void set() {
#pragma omp parallel for reduction(| : bits)
    for (int i = 0; i < N; i++)
      bits |= 1 << i;
  }
};

template <typename... Ts> long addAll(Ts... values) {
  long sum = 0;
  const long list[] = {static_cast<long>(values)...};
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < sizeof...(Ts); i++)
    sum += list[i];
  return sum;
}

template <typename T> T triangle(T n) {
  if (n <= 0)
    return 0;
  T rest = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  rest = triangle<T>(n - 1);
  return n + rest;
}

template <typename T> long neverUsed(T value) {
#pragma omp parallel for
  for (int i = 0; i < value.size(); i++)
    value.unknown(i);
  return 0;
}

int main() {
  Block<int, 9> block;
  Block<bool, 5> bits;
  block.fill([](int i) { return 3 * i; });
  bits.set();
  printf("%d %g %c %d %d %ld %d\n", sumOf<int>({1, 2, 3}), sumOf<double>({0.5, 1}),
         sumOf<char>({'1', '3'}), block.biggest(block), bits.bits, addAll(1, 2L, 'a'), triangle(4));
  EXPECT_EQ(block.biggest(block), 24);
  EXPECT_EQ(bits.bits, 31);
  EXPECT_EQ(addAll(1, 2L, 'a'), 100);
  EXPECT_EQ(triangle(4L), 10);
  return 0;
}
