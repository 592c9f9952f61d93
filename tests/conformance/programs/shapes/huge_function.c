// A function of two thousand constructs, made by macros.
#include "../expect.h"

#define PRAGMA(text) _Pragma(#text)
#define ONE                                                                                        \
  PRAGMA(omp parallel for reduction(+ : sum) num_threads(1))                                       \
  for (int i = 0; i < 3; i++)                                                                      \
    sum += i;                                                                                      \
  PRAGMA(omp critical) { sum++; }
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

int main(void) {
  int sum = 0;
  HUNDRED HUNDRED
  HUNDRED
  HUNDRED HUNDRED HUNDRED HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  printf("%d\n", sum);
  EXPECT_EQ(sum, 4000);
  return 0;
}
