// Clauses that depend on template parameters: num_threads, chunks, if, reduction.
#include "../expect.h"

template <int Threads, int Chunk> int run(int n) {
  int sum = 0;
#pragma omp parallel for num_threads(Threads) schedule(dynamic, Chunk + 1) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

template <bool Serial, typename T> T choose(T n) {
  T sum = 0;
#pragma omp parallel if (!Serial) firstprivate(n) default(shared)
  {
#pragma omp for schedule(static, sizeof(T)) reduction(+ : sum) nowait
    for (int i = 0; i < 10; i++)
      sum += n;
#pragma omp single
    {}
  }
  return sum;
}

int main() {
  printf("%d %d\n", run<2, 3>(10), choose<true>(4));
  EXPECT_EQ((run<3, 1>(10)), 45);
  EXPECT_EQ(choose<false>(4L), 40);
  return 0;
}
