// Constructors and destructors of global objects with regions, before main and after it.
#include "../expect.h"
#include <unistd.h>
#include <vector>

static int sumOf(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

struct Global {
  std::vector<int> values;
  Global() : values(10) {
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      values[i] = i;
  }
  ~Global() {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
      sum += values[i];
    if (sum != 45)
      _exit(1);
  }
};
static Global global;
static const int early = sumOf(5) + global.values[9];
static thread_local int mine = 3;
static const auto &lateLambda = [] {
  static Global local;
  return local.values[1] + sumOf(3);
};

int main() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 8; i++)
    sum += mine;
  printf("%d %d %d\n", early, sum, lateLambda());
  EXPECT_EQ(early, 19);
  EXPECT_EQ(sum, 24);
  EXPECT_EQ(lateLambda(), 4);
  return 0;
}
