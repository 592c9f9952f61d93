// tare: flags: -std=c99 -pedantic-errors -Wall -Wextra -Werror
// Strict C99: restrict, designated initialisers, flexible arrays, VLA parameters, _Bool, variadic macros.
#include "../expect.h"
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

struct list {
  int n;
  int values[];
};

#define SUM(result, n, ...)                                                                        \
  do {                                                                                             \
    int sum_ = 0;                                                                                  \
    _Pragma("omp parallel for reduction(+ : sum_)") for (int i = 0; i < (n); i++) { __VA_ARGS__; } \
    result = sum_;                                                                                 \
  } while (0)

static int dot(int n, const int x[restrict static n], const int y[restrict n]) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

inline static bool any(int n, const bool flags[n]) {
  bool found = false;
#pragma omp parallel for reduction(|| : found)
  for (int i = 0; i < n; i++)
    found = found || flags[i];
  return found;
}

int main(void) {
  int x[8] = {[3] = 4, 5, [7] = 1}, y[] = {[0] = 1, [7] = 2};
  bool flags[5] = {[4] = true};
  struct list *list = malloc(sizeof *list + 4 * sizeof(int));
  int64_t wide = 0;
  int sum;
  EXPECT(list);
  list->n = 4;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < list->n; i++)
    list->values[i] = i;
  SUM(sum, list->n, int twice = 2 * list->values[i]; sum_ += twice, sum_ += 1);
#pragma omp parallel reduction(+ : wide)
#pragma omp for
  for (int64_t i = 0; i < 10; i++)
    wide += INT64_C(1) << i;
  for (int i = 0; i < 2; i++)
    wide += (struct list){.n = i}.n;
  printf("%d %d %d %lld %s\n", dot(8, x, y), any(5, flags), sum, (long long)wide, __func__);
  EXPECT_EQ(dot(8, x, y), 2);
  EXPECT(any(5, flags) && !any(4, flags));
  EXPECT_EQ(sum, 12 + 4);
  EXPECT_EQ(wide, 1024);
  free(list);
  return 0;
}
