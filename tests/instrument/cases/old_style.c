/* K&R definitions, trigraphs, digraphs.
   RUN: %case %s --flags=-std=iso9899:199409 | %check %s
 */
#include <stdio.h>

static int total(values, n)
int *values;
int n;
{
  int sum = 0, i;
??=pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += values??(i??);
  return sum;
}

int main() <%
  int values<:3:> = {1, 2, 3};
  int found = 0;
%:pragma omp parallel
  ??<
#pragma omp critical
    found = total(values, 3);
  ??>
  printf("%d\n", found);
  return 0;
%>
/*
CHECK: NODE parallel#0 line 11 {{.*}} measured
CHECK: NODE parallel#0 line 20 {{.*}} measured
CHECK: NODE critical#0 line 22 {{.*}} measured
*/
