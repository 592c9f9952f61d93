// tare: treatment: task measured 3
// tare: treatment: taskwait measured 2
// Tasks in a template and in a lambda.
#include <cstdio>

template <class T> T sum(T n) {
  if (n < T(2))
    return n;
  T left, right;
#pragma omp task shared(left)
  left = sum(n / 2);
#pragma omp task shared(right)
  {
    auto inner = [&] {
#pragma omp task shared(right)
      right = sum(n - n / 2);
#pragma omp taskwait
    };
    inner();
  }
#pragma omp taskwait
  return left + right;
}

int main() {
  long l = 0;
  int i = 0;
#pragma omp parallel
#pragma omp single
  {
    l = sum(50L);
    i = sum(40);
  }
  std::printf("%ld %d\n", l, i);
  return !(l == 50 && i == 40);
}
