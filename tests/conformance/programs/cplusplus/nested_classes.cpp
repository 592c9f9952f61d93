// tare: flags: -std=c++17
// Constructs in curiously recurring templates, members of nested templates, and returned closures.
#include "../expect.h"
#include <initializer_list>
#include <utility>

template <typename Derived> struct Adder {
  int run(int n) {
    int sum = 0;
    auto *self = static_cast<Derived *>(this);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += self->get(i);
    return sum;
  }
};
struct Plain : Adder<Plain> {
  int get(int i) const { return i; }
};
struct Square : Adder<Square> {
  int get(int i) const { return i * i; }
};

template <typename A> struct Outer {
  template <typename B> struct Inner {
    template <typename C> static long sum(std::initializer_list<C> values) {
      long total = sizeof(A) + sizeof(B);
#pragma omp parallel for reduction(+ : total)
      for (std::size_t i = 0; i < values.size(); i++)
        total += values.begin()[i];
      return total;
    }
  };
};

template <typename F, std::size_t... I> static int each(F f, std::index_sequence<I...>) {
  int sum = 0;
#pragma omp parallel sections reduction(+ : sum)
  {
#pragma omp section
    sum += (f(I) + ... + 0);
#pragma omp section
    (void)std::initializer_list<int>{(sum += static_cast<int>(I), 0)...};
  }
  return sum;
}

static auto make(int factor) {
  return [factor](int n) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += factor;
    return sum;
  };
}

int main() {
  const int folded = each([](int i) { return 2 * i; }, std::make_index_sequence<5>());
  printf("%d %d %ld %d %d\n", Plain().run(5), Square().run(5),
         Outer<char>::Inner<char>::sum({1, 2, 3}), folded, make(3)(4));
  EXPECT_EQ(Plain().run(5), 10);
  EXPECT_EQ(Square().run(5), 30);
  EXPECT_EQ(folded, 30);
  EXPECT_EQ(make(3)(4), 12);
  return 0;
}
