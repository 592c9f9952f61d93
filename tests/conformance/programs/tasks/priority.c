// tare: treatment: task measured 2
// tare: env: OMP_MAX_TASK_PRIORITY=10
// The clause's expression is evaluated once a task.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0, asked = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++) {
#pragma omp task priority(asked++ % 5) shared(n)
#pragma omp atomic
      n += i;
    }
#pragma omp task priority(omp_get_max_task_priority()) shared(n)
#pragma omp atomic
    n += 1000;
  }
  printf("%d %d %d\n", n, asked, omp_get_max_task_priority());
  return !(n == 1190 && asked == 20);
}
