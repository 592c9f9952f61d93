// tare: treatment: taskloop outside 2
// reduction and in_reduction on a taskloop.
#include <stdio.h>

int main(void) {
  int sum = 0, most = -1, inner = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum) reduction(max : most) grainsize(7)
    for (int i = 0; i < 100; i++) {
      sum += i;
      most = i > most ? i : most;
    }
#pragma omp taskgroup task_reduction(+ : inner)
    {
#pragma omp taskloop in_reduction(+ : inner) num_tasks(5)
      for (int i = 0; i < 100; i++)
        inner += 2 * i;
    }
  }
  printf("%d %d %d\n", sum, most, inner);
  return !(sum == 4950 && most == 99 && inner == 9900);
}
