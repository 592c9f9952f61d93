// tare: treatment: spin measured 2
// tare: threads: 2 4
// A relay: every thread waits until the one before it is through; spin loops on atomic reads in
// several shapes.
#include <omp.h>
#include <sched.h>
#include <stdio.h>

int main(void) {
  int turn = 0, order = 0, size = 0;
  omp_set_dynamic(0);
#pragma omp parallel shared(turn, order)
  {
    int self = omp_get_thread_num(), now;
#pragma omp single
    size = omp_get_num_threads();
    for (int round = 0; round < 5; round++) {
      do {
#pragma omp atomic read seq_cst
        now = turn;
        sched_yield();
      } while (now != round * size + self);
      order = (order * 7 + self + 1) % 100003;
#pragma omp atomic write seq_cst
      turn = now + 1;
    }
    for (;;) {
#pragma omp atomic read seq_cst
      now = turn;
      if (now == 5 * size)
        break;
      sched_yield();
    }
  }
  int expected = 0;
  for (int i = 0; i < 5 * size; i++)
    expected = (expected * 7 + i % size + 1) % 100003;
  printf("%d %d\n", order, turn);
  return order != expected;
}
