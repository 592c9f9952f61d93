// tare: treatment: spin measured
// tare: threads: 2 4
// A spin loop on a std::atomic.
#include <atomic>
#include <cstdio>
#include <omp.h>

int main() {
  std::atomic<int> ready{0};
  std::atomic_flag held = ATOMIC_FLAG_INIT;
  int got = 0, n = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      got = 5;
      ready.store(1, std::memory_order_release);
    } else {
      while (ready.load(std::memory_order_acquire) == 0)
        ;
      got *= 2;
    }
    for (int i = 0; i < 50; i++) {
      while (held.test_and_set(std::memory_order_acquire)) {
      }
      n++;
      held.clear(std::memory_order_release);
    }
  }
  std::printf("%d %d\n", got, n);
  return !(got == 10 && n == 100);
}
