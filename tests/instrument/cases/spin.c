// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int ready = 0, data = 0, got = 0;
#pragma omp parallel sections num_threads(2) shared(ready, data, got)
  {
#pragma omp section
    {
      data = 42;
#pragma omp flush
#pragma omp atomic write
      ready = 1;
    }
#pragma omp section
    {
      int seen = 0;
      while (!seen) {
#pragma omp atomic read
        seen = ready;
      }
#pragma omp flush
      got = data;
    }
  }
  printf("%d\n", got);
  return 0;
}
// CHECK: NODE section#0 line 8 [section] measured () {{ *$}}
// CHECK: NODE flush#0 line 11 [flush] counted
// The wait is a node of its own, and not the section's work.
// CHECK: NODE section#1 line 15 [section] measured () {{ *$}}
// CHECK: NODE spin#0 line 18 [] measured
// CHECK: NODE atomic#1 line 19 [atomic read] counted
