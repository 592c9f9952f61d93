// Functions and types whose names look like routines or keywords of OpenMP, without omp.h.
#include "../expect.h"

typedef struct { int held; } omp_lock_like;
static void set_lock(omp_lock_like *lock) { lock->held = 1; }
static int omp(int n) { return n; }
static int pragma(int n) { return n; }
#define parallel_loop(i, n) for (int i = 0; i < n; i++)
#define begin_region _Pragma("omp parallel") {
#define end_region }
#define critical_begin _Pragma("omp critical") {
#define critical_end }

int main(void) {
  omp_lock_like lock = {0};
  int sum = 0, parallel = 1, team = 0;
  begin_region
    critical_begin
      team++;
    critical_end
    _Pragma("omp for reduction(+ : sum)") parallel_loop(i, 10) sum += omp(i);
  end_region
  set_lock(&lock);
  sum += pragma(parallel) + lock.held;
#pragma omp parallel for reduction(+ : sum)
  parallel_loop(omp, 4)
    sum += omp;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 45 + 2 + 6);
  EXPECT(team > 0);
  return 0;
}
