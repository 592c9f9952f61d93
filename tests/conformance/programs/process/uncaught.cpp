// tare: exit: -6
// tare: status: CUT_OFF
// An exception that nobody catches leaves a region: the program is terminated.
#include <stdexcept>
#include <sys/resource.h>

int main() {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
#pragma omp parallel num_threads(1)
  {
#pragma omp critical
    throw std::runtime_error("not caught");
  }
  return 0;
}
