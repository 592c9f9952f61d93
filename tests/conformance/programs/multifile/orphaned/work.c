#include "work.h"

void fill(int *values, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    values[i] = i;
}

void add(const int *values, int n, int *sum) {
  int mine = 0;
#pragma omp for schedule(dynamic, 3) nowait
  for (int i = 0; i < n; i++)
    mine += values[i];
#pragma omp critical(add)
  *sum += mine;
#pragma omp barrier
}

void once(int *hits) {
#pragma omp single
  ++*hits;
}

void split(int *hits) {
#pragma omp sections
  {
#pragma omp section
#pragma omp atomic
    ++*hits;
#pragma omp section
#pragma omp atomic
    ++*hits;
  }
}

void chief(int *hits) {
#pragma omp master
#pragma omp atomic
  ++*hits;
#pragma omp barrier
}

void spawn(int *hits, int n) {
  if (n == 0)
    return;
#pragma omp task
  {
#pragma omp atomic
    ++*hits;
  }
#pragma omp task
  spawn(hits, n - 1);
#pragma omp taskwait
}

void in_turn(int *hits, int i) {
#pragma omp ordered
  *hits += i;
}

void wait_here(void) {
#pragma omp barrier
#pragma omp flush
}
