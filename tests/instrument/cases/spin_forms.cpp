// RUN: %case %s | %check %s
#include <atomic>
#include <cstdio>

static volatile int flag;
static std::atomic<int> ready{0};
static int plain;

int main() {
  int got = 0;
#pragma omp parallel num_threads(2) shared(got)
  {
#pragma omp single nowait
    {
      plain = 7;
      ready.store(1);
      flag = 1;
      __atomic_store_n(&got, 1, __ATOMIC_RELEASE);
    }
    while (!flag)
      ;
    while (ready.load(std::memory_order_acquire) == 0) {
    }
    do {
    } while (__atomic_load_n(&got, __ATOMIC_ACQUIRE) == 0);
    for (; ready == 0;)
      ;
    for (int i = 0; i < 3; i++)
      while (!flag)
        ;
  }
  std::printf("%d\n", got);
}
// CHECK: { wait_begin(&tare_m, [[A:[0-9]+]]u); while (!flag)
// CHECK-NEXT: ; wait_end(&tare_m, [[A]]u); }
// CHECK: NODE spin#0
// CHECK: NODE spin#1
// CHECK: NODE spin#2
// CHECK: NODE spin#3
// CHECK: NODE loop#{{[0-9]}} {{.*}} measured
// CHECK: NODE spin#4
