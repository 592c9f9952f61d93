// tare: treatment: task measured 4
// tare: treatment: taskyield measured 2
// Untied tasks with creation, waiting and yielding inside; they may change threads there.
#include <stdio.h>

static int n;

static int tree(int depth) {
  int left = 0, right = 0;
  if (depth == 0)
    return 1;
#pragma omp task untied shared(left)
  {
    left = tree(depth - 1);
  }
#pragma omp task untied shared(right)
  {
    right = tree(depth - 1);
#pragma omp taskyield
  }
#pragma omp taskwait
  return left + right + 1;
}

int main(void) {
  int total = 0, children = 0;
#pragma omp parallel
#pragma omp single
  {
    total = tree(5);
    for (int i = 0; i < 20; i++)
#pragma omp task untied firstprivate(i) shared(children)
    {
      int mine = i;
#pragma omp taskyield
#pragma omp atomic
      n += mine;
#pragma omp task shared(children)
      {
#pragma omp atomic
        children++;
      }
#pragma omp taskwait
#pragma omp atomic
      n += mine;
    }
  }
  printf("%d %d %d\n", total, n, children);
  return !(total == 63 && n == 380 && children == 20);
}
