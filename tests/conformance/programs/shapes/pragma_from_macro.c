// Directives that come out of object-like and function-like macros.
#include "../expect.h"

#define OMP(...) OMP_STRING(omp __VA_ARGS__)
#define OMP_STRING(text) _Pragma(#text)
#define PARALLEL_FOR _Pragma("omp parallel for")
#define LOCKED _Pragma("omp critical")
#define PARALLEL_SUM(variable) OMP(parallel for reduction(+ : variable))
#define FOR_EACH(i, n)                                                                             \
  PARALLEL_FOR                                                                                     \
  for (int i = 0; i < (n); i++)
#define WHOLE_LOOP(array, n)                                                                       \
  {                                                                                                \
    OMP(parallel for schedule(static, 3))                                                          \
    for (int k = 0; k < (n); k++)                                                                  \
      array[k] += k;                                                                               \
  }

int main(void) {
  int values[40] = {0}, sum = 0, count = 0;
  PARALLEL_FOR for (int i = 0; i < 40; i++) values[i] = i;
  FOR_EACH(i, 40) values[i] *= 2;
  WHOLE_LOOP(values, 40)
  WHOLE_LOOP(values, 40) WHOLE_LOOP(values, 40)
  PARALLEL_SUM(sum) for (int i = 0; i < 40; i++) sum += values[i];
  OMP(parallel num_threads(4)) {
    LOCKED count++;
    OMP(barrier)
    OMP(single nowait) { EXPECT(count >= 1); }
    OMP(critical(other)) { count += 0; }
  }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 5 * 780);
  return 0;
}
