/* With -fopenmp-simd Clang checks default(none) of directives that do nothing: the probes' names
 * must be allowed inside.  default(private) and the like are left as they are. */
// RUN: %case --role serial %s | %check %s
#include <stdio.h>

static int sums(const int *a, int n) {
  int s = 0, k = 0;
  // CHECK: #pragma omp parallel for default(shared) shared(a, n) reduction(+ : s)
#pragma omp parallel for default(none) shared(a, n) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  // CHECK: #pragma omp parallel default(shared) shared(a, n, k)
#pragma omp parallel default(none) shared(a, n, k)
  {
#pragma omp for simd
    for (int i = 0; i < n; i++)
      (void)a[i];
#pragma omp atomic
    k += n;
  }
  // CHECK: #pragma omp parallel default(shared) shared(k)
#pragma omp parallel default(shared) shared(k)
#pragma omp single
  k += 1;
  return s + k;
}
int main(void) {
  int a[3] = {1, 2, 3};
  printf("%d\n", sums(a, 3));
  return 0;
}
