// reduction(task, ...) on parallel, for and sections.
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, c = 0, size = 0;
#pragma omp parallel reduction(task, + : a) reduction(+ : size)
  {
    size++;
#pragma omp task in_reduction(+ : a)
    a += 5;
  }
#pragma omp parallel for reduction(task, + : b)
  for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : b)
    b += i;
  }
#pragma omp parallel
#pragma omp for reduction(task, + : c)
  for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : c)
    c += 2 * i;
  printf("%d %d %d\n", a == 5 * size, b, c);
  return !(a == 5 * size && b == 45 && c == 90);
}
