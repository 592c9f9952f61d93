// The _Pragma operator in the middle of lines, between tokens of a statement, and in nested macros.
#include "../expect.h"

#define STRING(text) #text
#define JOIN(a, b) _Pragma(STRING(a b))
#define BOTH(first, second) first second
#define TWICE(pragma) pragma pragma

int main(void) {
  int n = 0, sum = 0; _Pragma("omp parallel reduction(+ : n)") { n += 1; } EXPECT(n >= 1);
  for (int round = 0; round < 2; round++) _Pragma("omp parallel for reduction(+ : sum)") for (int i = 0; i < 10; i++) sum += i;
  if (sum == 90) _Pragma("omp parallel") _Pragma("omp for") for (int i = 0; i < 4; i++) {
    _Pragma("omp atomic") sum++;
  } else sum = -1;
  JOIN(omp parallel for, reduction(+ : sum)) for (int i = 0; i < 6; i++) sum++;
  BOTH(_Pragma("omp parallel"), _Pragma("omp single")) { sum++; }
#pragma omp parallel
  { TWICE(_Pragma("omp barrier")) }
  _Pragma (
      "omp parallel "
  ) { _Pragma("omp master") { sum += 1; } }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 90 + 4 + 6 + 1 + 1);
  return 0;
}
