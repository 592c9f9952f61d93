// A coroutine may go on in another thread: its constructs are left alone, those of others are not.
// RUN: %case %s --flags=-std=c++20 | %check %s
#include <coroutine>
#include <cstdio>

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int v) { value = v; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static Task count() {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n += 1;
  co_await std::suspend_never();
  co_return n > 0;
}

int main() {
  Task task = count();
  int m = 0;
#pragma omp parallel reduction(+ : m)
  m += 1;
  auto lambda = [](int k) -> Task {
    int n = 0;
#pragma omp parallel reduction(+ : n)
    n += k;
    co_await std::suspend_never();
    co_return n > 0;
  };
  Task other = lambda(1);
  std::printf("%d %d %d\n", task.handle.promise().value, other.handle.promise().value, m > 0);
  task.handle.destroy();
  other.handle.destroy();
}
// CHECK: NODE parallel#0 line 20 {{.*}} left alone (inside a coroutine)
// CHECK: NODE parallel#0 line 29 {{.*}} measured
// CHECK: NODE parallel#1 line 33 {{.*}} left alone (inside a coroutine)
