// tare: treatment: parallel measured 1
// tare: treatment: parallel for measured 1
// tare: treatment: critical measured 1
// Exceptions are thrown and caught inside a region, an iteration and a critical region.
#include <cstdio>
#include <stdexcept>

static int risky(int i) {
  if (i % 3 == 0)
    throw std::runtime_error("three");
  return i;
}

int main() {
  int caught = 0, sum = 0, teams = 0, size = 0;
#pragma omp parallel reduction(+ : teams, size)
  {
    size++;
    try {
      risky(3);
    } catch (const std::runtime_error &) {
      teams++;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < 30; i++) {
    try {
      int got = risky(i);
#pragma omp atomic
      sum += got;
    } catch (const std::exception &) {
#pragma omp critical
      caught++;
    }
  }
  std::printf("%d %d %d\n", caught, sum, teams == size);
  return !(caught == 10 && sum == 435 - 135 && teams == size);
}
