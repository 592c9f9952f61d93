// tare: plain-fails: gcc metadirective came with gcc 15
// The variant that the compiler selects is what counts.
#include <stdio.h>

#define N 40

int main(void) {
  int a[N], sum = 0, n = 0, bad = 0;
#pragma omp metadirective when(implementation = {vendor(llvm)} : parallel for) default(parallel)
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp metadirective when(device = {kind(gpu)} : parallel for simd)                           \
    default(parallel for reduction(+ : sum))
  for (int i = 0; i < N; i++)
    sum += a[i];
#pragma omp metadirective when(user = {condition(0)} : parallel) default(nothing)
  n++;
#pragma omp parallel
  {
#pragma omp metadirective when(user = {condition(1)} : single) default(nothing)
    n += 10;
  }
  for (int i = 0; i < N; i++)
    bad += a[i] != i;
  printf("%d %d %d\n", sum, n, bad);
  return !(sum == 780 && n == 11 && bad == 0);
}
