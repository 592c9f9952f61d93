// Regions before main in constructors, of several priorities, and after it in a destructor.
#include "../expect.h"
#include <unistd.h>

static int before[3];

static int sum_of(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

__attribute__((constructor(102))) static void early(void) { before[0] = sum_of(3); }
__attribute__((constructor(110))) static void later(void) { before[1] = before[0] + sum_of(4); }
__attribute__((constructor)) static void latest(void) {
#pragma omp parallel
#pragma omp master
  before[2] = before[1] + 1;
}
__attribute__((destructor)) static void after(void) {
  if (sum_of(5) != 10)
    _exit(1);
}

int main(void) {
  printf("%d %d %d\n", before[0], before[1], before[2]);
  EXPECT_EQ(before[2], 10);
  EXPECT_EQ(sum_of(10), 45);
  return 0;
}
