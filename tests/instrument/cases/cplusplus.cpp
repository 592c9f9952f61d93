// Members, local classes, range-based loops, exceptions inside a region, overloads.
// RUN: %case %s | %check %s
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace outer {
struct Box {
  std::vector<int> values = std::vector<int>(25, 2);
  int sum() const {
    int total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int value : values)
      total += value;
    return total;
  }
};
static int twice(int a) {
#pragma omp parallel
#pragma omp single
  a *= 2;
  return a;
}
static double twice(double a) {
#pragma omp parallel
#pragma omp single
  a *= 2;
  return a;
}
} // namespace outer

static int caught() {
  int n = 0;
#pragma omp parallel num_threads(2)
  {
    try {
      for (int i = 0; i < 4; i++)
        if (i == 2)
          throw std::runtime_error("two");
    } catch (const std::exception &) {
#pragma omp atomic
      n++;
    }
  }
  return n;
}

int main() {
  struct Local {
    static int one() {
      int n = 0;
#pragma omp parallel
#pragma omp master
      n = 1;
      return n;
    }
  };
  std::printf("%d %d %g %d %d\n", outer::Box().sum(), outer::twice(4), outer::twice(1.5), caught(),
              Local::one());
}
// CHECK: for (int value : values)
// CHECK-NEXT: { ++tare_n0; total += value; }
// CHECK: NODE for#0 line 12 {{.*}} iterations
// CHECK: NODE single#0 line 20
// CHECK: NODE single#1 line 26
// CHECK: NODE loop#0 line 37 [] left alone (a throw in it)
// CHECK: NODE master#0 line 53
