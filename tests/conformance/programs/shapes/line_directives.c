// Generated code: #line with other names, going back, and between a pragma and its loop.
#include "../expect.h"
#include <string.h>

#line 100 "grammar.y"
static int parse(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
#line 7
  for (int i = 0; i < n; i++)
#line 5 "scanner.l"
    sum += i;
#line 1000000
  EXPECT_EQ(__LINE__, 1000000);
  EXPECT(!strcmp(__FILE__, "scanner.l"));
  return sum;
}
#line 1 "with \"quotes\" and spaces.y"
static int more(int n) {
  int sum = 0;
#pragma omp parallel
  {
#line 1
#pragma omp for reduction(+ : sum)
#line 1
    for (int i = 0; i < n; i++)
#line 1
      sum += __LINE__;
#line 1
#pragma omp single
#line 1
    sum++;
  }
#line 3 "<stdin>"
  return sum;
}
#line 60 "line_directives.c"

int main(void) {
  printf("%d %d %d\n", parse(10), more(10), __LINE__);
  EXPECT_EQ(parse(10), 45);
  EXPECT_EQ(more(10), 11);
  return 0;
}
