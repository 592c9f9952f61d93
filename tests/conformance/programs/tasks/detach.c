// tare: treatment: task measured 3
// A detached task completes when its event is fulfilled, here by another task.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0, y = 0, seen = 0;
  omp_event_handle_t event;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task detach(event) depend(out : x) shared(x)
    x = 1;
#pragma omp task firstprivate(event) shared(y)
    {
      y = 7;
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : x) shared(x, y, seen)
    seen = x + y;
#pragma omp taskwait
  }
  printf("%d %d %d\n", x, y, seen);
  return !(x == 1 && y == 7 && seen == 8);
}
