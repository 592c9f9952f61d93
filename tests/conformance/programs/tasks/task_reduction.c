// tare: treatment: taskgroup measured 1
// tare: treatment: task measured 2
// task_reduction on a taskgroup, in_reduction on its tasks.
#include <stdio.h>

int main(void) {
  int sum = 100, product = 1, parts[3] = {0};
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum, parts) task_reduction(* : product)
    {
      for (int i = 1; i <= 20; i++) {
#pragma omp task in_reduction(+ : sum, parts)
        {
          sum += i;
          parts[i % 3] += i;
        }
      }
      for (int i = 1; i <= 5; i++)
#pragma omp task in_reduction(* : product)
        product *= i;
    }
  }
  printf("%d %d %d %d %d\n", sum, product, parts[0], parts[1], parts[2]);
  return !(sum == 310 && product == 120 && parts[0] == 63);
}
