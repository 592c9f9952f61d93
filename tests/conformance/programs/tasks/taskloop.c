// tare: treatment: taskloop grainsize( outside 1
// tare: treatment: taskloop num_tasks( outside 1
// tare: treatment: gcc taskloop nogroup untied mergeable measured 1
// tare: treatment: clang taskloop nogroup untied mergeable outside 1
// tare: treatment: taskloop collapse( measured 1
// tare: treatment: taskloop default( measured 1
// grainsize, num_tasks, nogroup, collapse, privates.
#include <stdio.h>

int main(void) {
  int a[100] = {0}, sum = 0, last = 0, f = 3, early = 0, asked = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(10)
    for (int i = 0; i < 100; i++)
      a[i]++;
#pragma omp taskloop num_tasks((asked += 4)) firstprivate(f) lastprivate(last) shared(a)
    for (int i = 0; i < 100; i++) {
      a[i] += f;
      last = i;
    }
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup untied mergeable
      for (int i = 0; i < 50; i++)
#pragma omp atomic
        early++;
    }
#pragma omp taskloop collapse(2) if (early > 0) final(early < 0) priority(1)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++)
#pragma omp atomic
        sum += i * j;
#pragma omp taskloop default(none) shared(a, sum) private(f)
    for (int i = 0; i < 4; i++) {
      f = i;
#pragma omp atomic
      sum += f + a[i];
    }
  }
  printf("%d %d %d %d %d\n", a[0], a[99], sum, last, early);
  return !(a[0] == 4 && a[99] == 4 && sum == 2025 + 6 + 16 && last == 99 && early == 50);
}
