// Locks of the user's own: taking one is a wait, a loop that updates a value is work.
// RUN: %case %s | %check %s
#include <atomic>
#include <cstdio>

static std::atomic_flag guard = ATOMIC_FLAG_INIT;
static std::atomic<bool> taken{false};
static int word;
static std::atomic<int> updated{0};

int main() {
  int sum = 0;
#pragma omp parallel num_threads(2)
  {
    while (guard.test_and_set(std::memory_order_acquire))
      ;
    sum++;
    guard.clear(std::memory_order_release);
    while (taken.exchange(true)) {
    }
    sum++;
    taken = false;
    while (__sync_lock_test_and_set(&word, 1))
      ;
    sum++;
    __sync_lock_release(&word);
    int seen = updated;
    while (!updated.compare_exchange_weak(seen, seen + 1))
      ;
  }
  std::printf("%d\n", updated.load() == 2 && sum > 0);
}
// CHECK: NODE spin#0 line 15
// CHECK: NODE spin#1 line 19
// CHECK: NODE spin#2 line 23
// CHECK: NODE loop#{{[0-9]}} line 28
