// tare: treatment: taskgroup measured 2
// A taskgroup waits for all descendants; nested and orphaned.
#include <stdio.h>

static int n;

static void spawn(int depth) {
#pragma omp atomic
  n++;
  if (depth == 0)
    return;
  for (int i = 0; i < 3; i++)
#pragma omp task
    spawn(depth - 1);
}

int main(void) {
  int after = 0, both = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    spawn(3);
    after = n;
#pragma omp taskgroup
    {
      spawn(2);
#pragma omp task
      spawn(1);
    }
    both = n;
  }
  printf("%d %d %d\n", after, both, n);
  return !(after == 40 && both == 40 + 13 + 4);
}
