// Tasks in templates, member functions and lambdas.
#include "../expect.h"
#include <functional>
#include <vector>

template <typename T> T fibonacci(T n) {
  if (n < 2)
    return n;
  T a, b;
#pragma omp task shared(a) firstprivate(n) if (n > 5)
  a = fibonacci<T>(n - 1);
#pragma omp task shared(b) firstprivate(n) if (n > 5)
  b = fibonacci<T>(n - 2);
#pragma omp taskwait
  return a + b;
}

struct Tree {
  int value = 1;
  std::vector<Tree> children;
  void grow(int depth) {
    if (depth == 0)
      return;
    children.resize(2);
    for (auto &child : children) {
      Tree *next = &child;
#pragma omp task firstprivate(next)
      next->grow(depth - 1);
    }
#pragma omp taskwait
  }
  int sum() const {
    int total = value;
    for (const auto &child : children)
      total += child.sum();
    return total;
  }
  void add(int amount) {
#pragma omp taskgroup
    for (std::size_t i = 0; i < children.size(); i++)
#pragma omp task
    {
#pragma omp atomic
      value += amount;
      children[i].add(amount);
    }
  }
};

int main() {
  Tree tree;
  long f = 0;
  int total = 0;
  std::function<void(int)> spawn = [&](int n) {
    if (n == 0)
      return;
#pragma omp task shared(total)
    {
#pragma omp atomic
      total++;
      spawn(n - 1);
    }
#pragma omp taskwait
  };
#pragma omp parallel
#pragma omp single
  {
    f = fibonacci<long>(12);
    tree.grow(4);
    tree.add(2);
    spawn(10);
  }
  printf("%ld %d %d\n", f, tree.sum(), total);
  EXPECT_EQ(f, 144);
  EXPECT_EQ(tree.sum(), 31 + 30 * 2);
  EXPECT_EQ(total, 10);
  return 0;
}
