// tare: treatment: critical measured 3
// Criticals of two names inside each other, and one with an exception caught around it.
#include <cstdio>
#include <stdexcept>

int main() {
  int a = 0, b = 0, caught = 0;
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
#pragma omp critical(outer)
    {
      a++;
#pragma omp critical(inner)
      b += a > 0;
    }
#pragma omp critical(throwing)
    {
      try {
        if (i % 4 == 0)
          throw std::runtime_error("x");
      } catch (const std::runtime_error &) {
        caught++;
      }
    }
  }
  std::printf("%d %d %d\n", a, b, caught);
  return !(a == 60 && b == 60 && caught == 15);
}
