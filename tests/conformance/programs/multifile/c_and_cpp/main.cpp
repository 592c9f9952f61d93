// tare: object: c_part.c plain.c
// A C++ program with units in C: one has constructs, one has none.
#include "../../expect.h"
extern "C" {
#include "c_part.h"
}

int main() {
  int values[6], sum = 0;
  c_fill(values, 6);
#pragma omp parallel reduction(+ : sum)
  {
    sum += c_loop(values, 6);
#pragma omp critical
    sum += plain(0);
  }
  printf("%d %d\n", sum, plain(4));
  EXPECT_EQ(sum, 15);
  return 0;
}
