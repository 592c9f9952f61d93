// tare: archive: parts.c more.c unused.c
// An archive of units with constructs; one of its members is not needed.
#include "../../expect.h"
int parts(int n);

int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  sum = parts(10);
  printf("%d\n", sum + parts(5));
  EXPECT_EQ(sum, 46);
  return 0;
}
