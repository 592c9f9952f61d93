// Comments before, within and after pragmas, between a pragma and its statement, and pragmas in comments.
#include "../expect.h"

int main(void) {
  int sum = 0, data[20];
#pragma omp parallel for // schedule(dynamic)
  for (int i = 0; i < 20; i++)
    data[i] = i;
/* before */
#pragma omp parallel /* between */ for /* clauses: */ reduction(/* + */ + : sum /* here */) /* spans
   lines */ schedule(static /*, 1 */)
  // #pragma omp for
  /* #pragma omp critical */
  for (/* i */ int i = 0; /* } */ i < 20; i++ /* { */)
    /* { */ sum += data[i]; /* } */
#pragma omp parallel
  { // {
#pragma omp critical /*
#pragma omp single
*/
    // a comment with a brace }
    sum += 0; /* } ; */
#pragma omp single // ends here \\ not
    {
      const char *text = "#pragma omp parallel { // /* ";
      sum += text[0] == '#' && '}' != '{';
    } /* } */
  } // }
  if (sum) // why
#pragma omp parallel /* all */
    // between
    /* the pragma and */ { // its statement
    }
  else // never
    sum = 0;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 191);
  return 0;
}
