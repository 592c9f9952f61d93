// Bodies, loops, clauses and whole constructs that come from an included file.
#include "../expect.h"

int main(void) {
  int data[24], sum = 0, seen = 0;
#pragma omp parallel for
  for (int i = 0; i < 24; i++)
#define PART 1
#include "body_included.inc"
#undef PART
#pragma omp parallel for reduction(+ : sum)
#define PART 2
#include "body_included.inc"
#undef PART
#define PART 3
#include "body_included.inc"
#undef PART
#pragma omp parallel
  {
#pragma omp critical
#define PART 4
#include "body_included.inc"
  printf("%d\n", sum);
  EXPECT_EQ(sum, 276 + 24);
  EXPECT(seen >= 1);
  return 0;
}
