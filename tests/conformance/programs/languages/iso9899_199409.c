/* tare: flags: -std=iso9899:199409 -pedantic */
/* C94: digraphs and iso646.h. */
#include "../expect.h"
#include <iso646.h>

int main(void) <%
  int i, sum = 0, all = 1;
%:pragma omp parallel for reduction(+ : sum) reduction(&& : all)
  for (i = 0; i < 10; i++) <%
    sum += i bitor 0;
    all = all and not(i < 0);
  %>
  printf("%d %d\n", sum, all);
  EXPECT_EQ(sum, 45);
  EXPECT(all not_eq 0);
  return 0;
%>
