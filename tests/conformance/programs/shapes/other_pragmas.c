// Other pragmas around and inside constructs: push, pop, diagnostics, options, pack, weak.
#include "../expect.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC visibility push(default)
#pragma STDC FP_CONTRACT ON
#pragma pack(push, 1)
struct packed {
  char a;
  int b;
};
#pragma pack(pop)
#pragma weak absent
extern int absent(void);
#pragma push_macro("EXPECT")
#pragma pop_macro("EXPECT")
#pragma message "a message"
#pragma once_upon_a_time
#pragma ident "x"
#pragma

static int sum_of(int n) {
  int sum = 0;
#pragma GCC diagnostic push
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) {
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
    int unused = i;
    sum += i;
#pragma GCC diagnostic pop
  }
#pragma GCC visibility pop
  return sum;
}
#pragma GCC diagnostic pop

int main(void) {
  int sum = sum_of(10);
#pragma omp parallel
  {
#pragma GCC diagnostic pop
#pragma omp single
    sum += sizeof(struct packed) == 5;
#pragma unknown vendor(pragma)
#pragma omp critical
    {
#pragma unknown
      sum += 0;
#pragma unknown
    }
  }
  printf("%d\n", sum + (absent != 0));
  EXPECT_EQ(sum, 46);
  return 0;
}
