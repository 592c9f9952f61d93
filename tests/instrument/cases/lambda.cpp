// RUN: %case %s | %check %s
#include <cstdio>
#include <functional>

static int calls = 0;

static const std::function<void()> early = [] {
#pragma omp critical(early)
  calls++;
};

int main() {
  auto work = [&](int n) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += i;
    return sum;
  };
#pragma omp parallel default(none) shared(calls, early) num_threads(2)
  {
    auto locked = [&] {
#pragma omp critical
      calls++;
    };
    locked();
    early();
  }
  std::printf("%d %d\n", work(10), calls);
}
// CHECK: #pragma omp critical{{ ?}}(early)
// CHECK-NEXT: { lock_held
// CHECK: #pragma omp for reduction(+ : sum) nowait
// CHECK: #pragma omp parallel default(shared) shared(calls, early) num_threads(2) shared(tare_r
// CHECK: NODE critical#0 line 8
// CHECK: NODE parallel#0 line 15
// CHECK: NODE parallel#1 line 20
// CHECK: NODE critical#0 line 23
