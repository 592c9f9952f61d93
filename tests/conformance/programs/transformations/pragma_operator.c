// tare: treatment: parallel for measured 2
// tare: treatment: critical measured 1
// Directives made by macros with _Pragma.
#include <stdio.h>

#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))
#define OMP(x) PRAGMA(omp x)
#define PARALLEL_FOR(clauses) OMP(parallel for clauses)
#define LOCKED(statement) OMP(critical) statement

int main(void) {
  int sum = 0, n = 0;
  PARALLEL_FOR(reduction(+ : sum))
  for (int i = 0; i < 50; i++)
    sum += i;
  _Pragma("omp parallel for schedule(dynamic)") for (int i = 0; i < 50; i++) { LOCKED(n++;) }
  printf("%d %d\n", sum, n);
  return !(sum == 1225 && n == 50);
}
