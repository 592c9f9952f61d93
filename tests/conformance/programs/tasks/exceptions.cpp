// tare: treatment: task measured 1
// Exceptions inside tasks, caught there.
#include <cstdio>
#include <stdexcept>
#include <string>

int main() {
  int caught = 0, fine = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 40; i++) {
#pragma omp task
    {
      try {
        if (i % 4 == 1)
          throw std::runtime_error(std::to_string(i));
#pragma omp atomic
        fine++;
      } catch (const std::runtime_error &e) {
#pragma omp atomic
        caught += std::stoi(e.what());
      }
    }
  }
  std::printf("%d %d\n", caught, fine);
  return !(caught == 190 && fine == 30);
}
