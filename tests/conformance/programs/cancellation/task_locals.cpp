// tare: env: OMP_CANCELLATION=true
// tare: skip: gcc gcc does not run destructors of what a cancelled region leaves
// Destructors of a cancelled region's and loop's variables.
#include <atomic>
#include <cstdio>

static std::atomic<int> alive;

struct Local {
  Local() { alive++; }
  ~Local() { alive--; }
};

int main() {
  std::atomic<int> late{0};
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 64; i++) {
      Local local;
      if (i == 0) {
#pragma omp cancel for
        late++;
      }
    }
  }
  std::printf("%d %d\n", late.load(), alive.load());
  return late != 0;
}
