// tare: also: work.c
// Orphaned worksharing, critical, tasks, barriers, ordered and master in another unit.
#include "../../expect.h"
#include "work.h"

int main(void) {
  int values[40] = {0}, sum = 0, hits = 0;
  fill(values, 40);
#pragma omp parallel
  {
    fill(values, 40);
    wait_here();
    add(values, 40, &sum);
    once(&hits);
    split(&hits);
    chief(&hits);
  }
  EXPECT_EQ(sum, 780);
  add(values, 40, &sum);
  once(&hits);
#pragma omp parallel
#pragma omp single
  spawn(&hits, 10);
#pragma omp parallel for ordered
  for (int i = 0; i < 5; i++)
    in_turn(&hits, i);
  printf("%d %d\n", sum, hits);
  EXPECT_EQ(sum, 1560);
  EXPECT_EQ(hits, 1 + 2 + 1 + 1 + 10 + 10);
  return 0;
}
