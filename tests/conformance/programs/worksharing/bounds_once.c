// tare: treatment: for measured 1
// tare: treatment: parallel for measured 1
// Bounds, steps and chunks with side effects are evaluated as often as without probes.
#include <stdio.h>

static int calls;

static int value(int v) {
#pragma omp atomic
  calls++;
  return v;
}

int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = value(2); i < value(50); i += value(3))
    sum += i;
  printf("%d %d\n", sum, calls > 0);
  calls = 0;
#pragma omp parallel num_threads(1)
#pragma omp for schedule(dynamic, value(4)) reduction(+ : sum)
  for (int i = value(0); i < value(10); i++)
    sum += i;
  printf("%d %d\n", sum, calls);
  return sum != 392 + 45;
}
