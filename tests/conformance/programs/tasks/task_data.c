// tare: treatment: task measured 4
// private, firstprivate, shared, default and implicit sharing of a task.
#include <stdio.h>

static int global = 3;

int main(void) {
  int p = 1, f = 2, s = 0, a[4] = {1, 2, 3, 4}, sum = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 10; i++) {
#pragma omp task private(p) firstprivate(f, a) shared(s)
      {
        p = i + f + a[3];
        f = 100;
        a[3] = 0;
#pragma omp atomic
        s += p;
      }
#pragma omp task default(none) shared(sum, global) firstprivate(i)
      {
#pragma omp atomic
        sum += i * global;
      }
#pragma omp task default(shared)
#pragma omp atomic
      sum++;
    }
    int local = 7;
#pragma omp task shared(sum)
    {
      local++;
#pragma omp atomic
      sum += local;
    }
  }
  printf("%d %d %d %d %d\n", p, f, a[3], s, sum);
  return !(p == 1 && f == 2 && a[3] == 4 && s == 105 && sum == 135 + 10 + 8);
}
