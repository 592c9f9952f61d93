// tare: flags: -std=c++17
// tare: treatment: parallel for measured 2
// tare: treatment: critical measured 1
// tare: treatment: barrier measured 1
// Directives as attributes, one and in sequence.
#include <cstdio>

int main() {
  int sum = 0, n = 0, m = 0;
  [[omp::directive(parallel for reduction(+ : sum))]] for (int i = 0; i < 100; i++) sum += i;
  [[omp::directive(parallel for)]]
  for (int i = 0; i < 100; i++) {
    [[omp::directive(critical)]] n++;
    [[omp::directive(atomic)]] m++;
  }
  [[omp::sequence(directive(parallel), directive(single))]] m++;
  [[omp::sequence(omp::directive(parallel num_threads(2)), omp::directive(masked))]] {
    n += 5;
  }
#pragma omp parallel
  {
    [[omp::directive(barrier)]];
  }
  std::printf("%d %d %d\n", sum, n, m);
  return !(sum == 4950 && n == 105 && m == 101);
}
