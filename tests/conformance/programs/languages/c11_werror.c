// tare: flags: -std=c11 -pedantic-errors -Wall -Wextra -Werror -Wshadow -Wconversion
// Strict C11 with warnings as errors.
#include "../expect.h"
#include <stdalign.h>
#include <stdnoreturn.h>

noreturn static void leave(int status) {
#pragma omp critical
  exit(status);
}

_Static_assert(alignof(int) >= 1, "alignment");

static int sum_of(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < n; i++) {
    alignas(32) int copy = i;
    sum += _Generic(copy, int: copy, default: 0);
  }
  return sum;
}

int main(int argc, char *argv[]) {
  int total = 0;
  (void)argv;
#pragma omp parallel
  {
    struct {
      union {
        int a;
        unsigned b;
      };
    } both = {.a = 1};
#pragma omp single
    total = (int)both.b + argc - 1;
  }
  switch (total) {
  case 1:
    printf("%d\n", sum_of(10));
    break;
  default:
    leave(1);
  }
  EXPECT_EQ(sum_of(10), 45);
  return 0;
}
