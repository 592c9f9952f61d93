// A pragma between if (...) and its body, after else, and dangling else.
#include "../expect.h"

static int choose(int a, int b) {
  int result = 0;
  if (a)
#pragma omp parallel for reduction(+ : result)
    for (int i = 0; i < 10; i++)
      result += i;
  else if (b)
#pragma omp parallel reduction(+ : result)
#pragma omp single
    result += 100;
  else
#pragma omp parallel
#pragma omp master
    result = 200;
  return result;
}

static int dangling(int a, int b) {
  int result = 0;
  if (a)
    if (b)
#pragma omp parallel
#pragma omp single
      result = 1;
    else
#pragma omp parallel
#pragma omp single
      result = 2;
  if (a) {
    if (b)
#pragma omp critical
      result += 10;
  } else
#pragma omp critical
    result += 20;
  if (a)
    for (int i = 0; i < 2; i++)
      if (b)
#pragma omp atomic
        result += 100;
      else
#pragma omp critical
        result += 1000;
  return result;
}

int main(void) {
  printf("%d %d %d\n", choose(1, 0), choose(0, 1), choose(0, 0));
  EXPECT_EQ(choose(1, 0) + choose(1, 1), 90);
  EXPECT_EQ(choose(0, 1), 100);
  EXPECT_EQ(choose(0, 0), 200);
  EXPECT_EQ(dangling(1, 1), 211);
  EXPECT_EQ(dangling(1, 0), 2002);
  EXPECT_EQ(dangling(0, 1), 20);
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for
    for (int i = 0; i < 8; i++)
      if (i & 1)
#pragma omp critical
        mine++;
      else
#pragma omp critical
        mine--;
    if (mine > 100)
      ;
    else {
#pragma omp barrier
    }
  }
  return 0;
}
