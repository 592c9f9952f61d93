// tare: treatment: cancel taskgroup counted 1
// tare: treatment: task measured 1
// tare: treatment: cancellation point taskgroup counted 1
// tare: env: OMP_CANCELLATION=true
// tare: treatment: taskgroup measured 1
// cancel taskgroup: tasks that had not begun are dropped, the canceller's rest too.
#include <stdio.h>

int main(void) {
  int late = 0, begun = 0, after = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(i) shared(begun, late)
        {
#pragma omp cancellation point taskgroup
#pragma omp atomic
          begun++;
          if (i == 10) {
#pragma omp cancel taskgroup
#pragma omp atomic
            late++;
          }
        }
      }
    }
    after++;
  }
  printf("%d %d %d\n", late, after, begun >= 1 && begun <= 50);
  return !(late == 0 && after == 1);
}
