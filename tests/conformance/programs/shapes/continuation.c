// Continuation lines inside pragmas, directive names, clauses, words and the loop below.
#include "../expect.h"

int main(void) {
  int sum = 0, count = 0, data[40];
#pragma \
    omp \
    parallel \
    for \
    schedule( \
        static \
        , 2)
  for (int i = 0; i < 40; i++)
    data[i] = i;
#pragma omp par\
allel f\
or redu\
ction(+ \
: su\
m)
  for (int i = 0; \
       i < 40; i++) \
    sum += \
        data[i];
#pragma omp parallel \
\
    num_threads(2)
  {
#pragma omp single \
    nowait
    count\
++;
#pragma omp barrier \

#pragma omp critical \
    (na\
me)
    { sum += 0; } }
  /\
/ a comment over \
#pragma omp parallel this is a comment
#pragma omp parallel reduction(+ : sum) \
  // the end
#pragma omp single
  sum++;
  printf("%d %d\n", sum, count);
  EXPECT_EQ(sum, 781);
  EXPECT_EQ(count, 1);
  return 0;
}
