// What only declares is counted; a pragma that Clang has no use for is listed.
// RUN: %case %s --only=clang | %check %s
#include <stdio.h>

static int kept;
#pragma omp threadprivate(kept)
struct pair {
  int a, b;
};
#pragma omp declare reduction(add : struct pair : omp_out.a += omp_in.a, omp_out.b += omp_in.b)     \
    initializer(omp_priv = {0, 0})

static const char *text = "\
#pragma omp barrier\n";

int main(void) {
  struct pair sum = {0, 0};
#pragma omp parallel for reduction(add : sum)
  for (int i = 0; i < 10; i++)
    sum.a += i, sum.b -= i;
#pragma omp nothing
  printf("%d %d %d\n", sum.a, sum.b, text[0] == '#');
  return 0;
}
// CHECK: NODE parallel#0 line 18
// CHECK-NOT: NODE {{.*}} left alone
// CHECK: DECLARES declare reduction 1
// CHECK-NEXT: DECLARES nothing 1
// CHECK-NEXT: DECLARES threadprivate 1
