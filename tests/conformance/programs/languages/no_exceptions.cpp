// tare: flags: -std=gnu++17 -fpermissive -fno-exceptions -fno-rtti -fno-threadsafe-statics
// No exceptions, no run-time types, permissive mode.
#include "../expect.h"

struct Base {
  virtual int of(int n) { return n; }
};
struct Twice : Base {
  int of(int n) override {
    static int calls = 0;
#pragma omp atomic
    calls++;
    return 2 * n;
  }
};

int main() {
  Twice twice;
  Base *base = &twice;
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += base->of(i);
  printf("%d\n", sum);
  EXPECT_EQ(sum, 90);
  return 0;
}
