// The hooks of -finstrument-functions are the user's, and see the user's functions alone: none of the
// stub's, which run before the user's constructors.
// RUN: %case %s --flags=-finstrument-functions | %check %s
#include <cstdio>
#include <stdexcept>

static int early, entered;
static bool ready;

extern "C" {
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *, void *) {
  ++(ready ? entered : early);
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *, void *) {}
__attribute__((no_instrument_function, constructor(200))) void begin() { ready = true; }
}

__attribute__((noinline)) static int work(int i) {
  if (i == 3)
    throw std::runtime_error("three");
  return 2 * i;
}

int main() {
  int sum = 0;
#pragma omp parallel num_threads(1) reduction(+ : sum)
  try {
    for (int i = 0; i < 9; i++)
      sum += work(i);
  } catch (const std::exception &) {
  }
  try {
    sum += work(1);
  } catch (const std::exception &) {
  }
  std::printf("%d %d %d\n", sum, early, entered);
}
// CHECK: NODE loop#0 line 28 [] measured ()
