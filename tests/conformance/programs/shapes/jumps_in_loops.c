// break, continue and return in serial loops of and around constructs.
#include "../expect.h"

static int first_over(const int *a, int n, int limit) {
  int round;
  for (round = 0; round < 5; round++) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
      if (i % 2)
        continue;
      sum += a[i] + round;
    }
    if (sum > limit)
      return round;
    if (sum < 0)
      break;
    if (sum == limit)
      continue;
  }
  while (1) {
#pragma omp parallel
    {
      for (int i = 0;; i++) {
        if (i < 3)
          continue;
        break;
      }
#pragma omp barrier
      do {
        if (round)
          break;
      } while (0);
    }
    if (round-- < 1)
      return -1;
  }
}

static int early(int n) {
  if (n < 0)
    return -1;
#pragma omp parallel
#pragma omp single
  n++;
  for (;;)
    return n;
}

int main(void) {
  int a[20], nested = 0;
  for (int i = 0; i < 20; i++)
    a[i] = i;
#pragma omp parallel for reduction(+ : nested)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
      if (j > i)
        break;
      if (j == 3)
        continue;
      nested++;
    }
  printf("%d %d %d %d\n", first_over(a, 20, 100), first_over(a, 20, 1000), nested, early(4));
  EXPECT_EQ(first_over(a, 20, 89), 0);
  EXPECT_EQ(first_over(a, 20, 100), 2);
  EXPECT_EQ(first_over(a, 20, 1000), -1);
  EXPECT_EQ(nested, 55 - 7);
  EXPECT_EQ(early(4), 5);
  EXPECT_EQ(early(-4), -1);
  return 0;
}
