// Clauses, their arguments and whole clause lists from macros.
#include "../expect.h"

#define CHUNK 4
#define KIND dynamic
#define SCHEDULE schedule(KIND, CHUNK)
#define WITH(kind, chunk) schedule(kind, chunk)
#define PRIVATE(...) private(__VA_ARGS__)
#define SUM(x) reduction(+ : x)
#define NONE
#define THREADS(n) num_threads((n) < 1 ? 1 : (n))
#define SHARED_ALL shared(a, n)
#define NO_WAIT nowait

int main(void) {
  int a[64], n = 64, sum = 0, j, k;
#pragma omp parallel for SCHEDULE PRIVATE(j, k) NONE
  for (int i = 0; i < n; i++) {
    j = i;
    k = j * 2;
    a[i] = k - i;
  }
#pragma omp parallel default(none) SHARED_ALL SUM(sum) THREADS(3)
  {
#pragma omp for WITH(guided, CHUNK / 2) NO_WAIT
    for (int i = 0; i < n; i++)
      sum += a[i];
#pragma omp for schedule(KIND, sizeof(int) + CHUNK)
    for (int i = 0; i < n; i++)
      sum += 1;
  }
#pragma omp parallel for schedule(static, CHUNK) SUM(sum) if (CHUNK > 3)
  for (int i = 0; i < n; i++)
    sum += 1;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 2016 + 64 + 64);
  return 0;
}
