// One construct per line of a list, by X-macros.
#include "../expect.h"

#define LIST(X) X(alpha, static, 1) X(beta, dynamic, 2) X(third, guided, 3) X(delta, runtime_of, 4)
#define runtime_of static, 2
#define PRAGMA(text) _Pragma(#text)

#define DEFINE(name, kind, factor)                                                                 \
  static long name(int n) {                                                                        \
    long sum = 0;                                                                                  \
    PRAGMA(omp parallel for schedule(kind) reduction(+ : sum))                                     \
    for (int i = 0; i < n; i++)                                                                    \
      sum += (long)factor * i;                                                                     \
    return sum;                                                                                    \
  }
LIST(DEFINE)

#define SECTION(name, kind, factor)                                                                \
  PRAGMA(omp section) { total[factor - 1] = name(10 * factor); }

int main(void) {
  long total[4] = {0}, sum = 0;
#pragma omp parallel sections num_threads(2)
  {
    LIST(SECTION)
  }
#define ADD(name, kind, factor) sum += total[factor - 1] + name(factor);
  LIST(ADD)
  printf("%ld\n", sum);
  EXPECT_EQ(sum, 45 + 2 * 190 + 3 * 435 + 4 * 780 + 0 + 2 + 9 + 24);
  return 0;
}
