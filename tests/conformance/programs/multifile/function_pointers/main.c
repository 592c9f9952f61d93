// tare: also: table.c
// Orphaned constructs called through pointers, a table, and a callback from the library's sort.
#include "../../expect.h"
#include "table.h"

static int compared;
static int compare(const void *a, const void *b) {
#pragma omp atomic
  compared++;
#pragma omp critical(compare)
  {
    compared += 0;
  }
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  int sum = 0, values[] = {4, 2, 9, 1};
#pragma omp parallel
  for (int i = 0; i < operation_count; i++)
    operations[i].run(&sum, i);
#pragma omp parallel
#pragma omp single
  {
    void (*volatile later)(int *, int) = operations[0].run;
    qsort(values, 4, sizeof *values, compare);
    (void)later;
  }
  printf("%d %d%d%d%d\n", sum, values[0], values[1], values[2], values[3]);
  EXPECT_EQ(sum, 5 + 100 + 12);
  EXPECT_EQ(values[3], 9);
  EXPECT(compared > 0);
  return 0;
}
