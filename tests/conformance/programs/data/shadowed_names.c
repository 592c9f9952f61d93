// tare: treatment: parallel measured 2
// tare: treatment: parallel for measured 1
// Names that hide others and names that probes might use; a label; a struct called like a macro.
#include <stdio.h>

struct tare_task_like {
  int tare;
};

int main(void) {
  int count = 0, wait = 1, work_begin = 2, region = 3, tare_r = 4, node = 5;
#pragma omp parallel firstprivate(wait, work_begin, region, tare_r, node) reduction(+ : count)
  {
    int work = wait + work_begin;
    {
      int wait = 100;
      work += wait;
    }
    struct tare_task_like begin = {work + region + tare_r + node};
    count += begin.tare == 115;
  }
  int size = 0;
#pragma omp parallel reduction(+ : size)
  size++;
#pragma omp parallel for reduction(+ : wait)
  for (int end = 0; end < 10; end++)
    wait += end;
  printf("%d %d\n", count == size, wait);
  return count != size || wait != 46;
}
