// tare: shared: sums.cpp helper.c
// tare: shared: other.c
// Two shared libraries with constructs, one of them in C++; the header's template is in both.
#include "../../expect.h"
#include "sums.h"

int main() {
  const int here = inHeader(4);
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    addShared(sum, 10);
#pragma omp single
    sum += other(3);
  }
  printf("%d %d %d\n", sum, here, fromLibrary(4));
  EXPECT_EQ(sum, 45 + 3);
  EXPECT_EQ(here, fromLibrary(4));
  return 0;
}
