#include "table.h"

static void loop(int *sum, int index) {
#pragma omp for
  for (int i = 0; i < 5; i++) {
#pragma omp atomic
    *sum += 1 + index;
  }
}
static void single(int *sum, int index) {
#pragma omp single
  *sum += 100 * index;
}
static void sections(int *sum, int index) {
#pragma omp sections
  {
#pragma omp section
    {
#pragma omp atomic
      *sum += index;
    }
#pragma omp section
    {
#pragma omp atomic
      *sum += 5 * index;
    }
  }
}
const struct entry operations[] = {{"loop", loop}, {"single", single}, {"sections", sections}};
const int operation_count = 3;
