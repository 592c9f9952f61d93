// tare: skip: clang clang 19 compiles it to a program that crashes
// tare: treatment: taskgroup measured 1
// A taskgroup inside an untied task.
#include <stdio.h>

static int n;

int main(void) {
  int after = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++)
#pragma omp task untied shared(after)
  {
    int inside = 0;
#pragma omp taskgroup
    {
      for (int k = 0; k < 3; k++)
#pragma omp task shared(inside)
      {
#pragma omp atomic
        inside++;
#pragma omp atomic
        n++;
      }
    }
#pragma omp atomic
    after += inside;
  }
  printf("%d %d\n", n, after);
  return !(n == 30 && after == 30);
}
