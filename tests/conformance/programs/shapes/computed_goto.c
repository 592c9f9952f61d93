// Computed goto (labels as values) within and around constructs.
#include "../expect.h"

static int run(const unsigned char *code) {
  static void *const table[] = {&&stop, &&add, &&twice, &&in_parallel};
  int value = 1;
  goto *table[*code++];
add:
  value++;
  goto *table[*code++];
twice:
#pragma omp critical
  value *= 2;
  goto *table[*code++];
in_parallel:
#pragma omp parallel
#pragma omp single
  value += 100;
  goto *table[*code++];
stop:
  return value;
}

int main(void) {
  static const unsigned char code[] = {1, 2, 3, 1, 2, 0};
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 8; i++)
    sum += run(code + 4);
  printf("%d %d\n", run(code), sum);
  EXPECT_EQ(run(code), 210);
  EXPECT_EQ(sum, 16);
  return 0;
}
