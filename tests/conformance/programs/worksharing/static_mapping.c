// tare: treatment: for measured 3
// tare: treatment: parallel for measured 2
// Which thread runs which iteration is decided by the schedule and stays as it is.
#include <omp.h>
#include <stdio.h>

#define N 37

static void show(const char *what, const int *who) {
  printf("%s:", what);
  for (int i = 0; i < N; i++)
    printf(" %d", who[i]);
  printf("\n");
}

int main(void) {
  int a[N], b[N], c[N], d[N], e[N];
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = omp_get_thread_num();
#pragma omp for schedule(static, 3)
    for (int i = 0; i < N; i++)
      b[i] = omp_get_thread_num();
#pragma omp for schedule(static) nowait
    for (int i = N - 1; i >= 0; i--)
      c[i] = omp_get_thread_num();
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    d[i] = omp_get_thread_num();
#pragma omp parallel for schedule(monotonic : static, 2)
  for (int i = 0; i < N; i++)
    e[i] = omp_get_thread_num();
  show("a", a);
  show("b", b);
  show("c", c);
  show("d", d);
  show("e", e);
  return 0;
}
