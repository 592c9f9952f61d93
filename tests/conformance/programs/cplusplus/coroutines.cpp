// tare: flags: -std=c++20
// A coroutine with constructs between its suspensions, and a generator used within a region.
#include "../expect.h"
#include <coroutine>
#include <exception>

struct Numbers {
  struct promise_type {
    int current = 0;
    Numbers get_return_object() {
      return Numbers{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int value) {
      current = value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Numbers(std::coroutine_handle<promise_type> h) : handle(h) {}
  Numbers(Numbers &&) = delete;
  ~Numbers() { handle.destroy(); }
  bool next() {
    handle.resume();
    return !handle.done();
  }
};

static int sumOf(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

static Numbers sums(int n) {
  for (int i = 0; i < n; i++) {
    for (int again = 0; again < 2; again++)
      co_yield sumOf(i);
  }
  if (n == 0)
    co_return;
  co_yield -1;
}

int main() {
  int total = 0, rounds = 0;
  auto numbers = sums(4);
  while (numbers.next()) {
    total += numbers.handle.promise().current;
    rounds++;
  }
#pragma omp parallel reduction(+ : rounds)
  {
#pragma omp single
    {
      auto own = sums(2);
      while (own.next())
        rounds++;
    }
#pragma omp critical
    rounds += 0;
  }
  printf("%d %d\n", total, rounds);
  EXPECT_EQ(total, 2 * (0 + 0 + 1 + 3) - 1);
  EXPECT_EQ(rounds, 9 + 5);
  return 0;
}
