// The directive's own name, or a part of it, is a macro.
#include "../expect.h"

#define WHOLE parallel for
#define HALF parallel
#define REST for schedule(static)
#define LOCKED critical(here)
#define EVERYTHING parallel for reduction(+ : sum) num_threads(2)
#define NOTHING

int main(void) {
  int sum = 0, data[30];
#pragma omp WHOLE
  for (int i = 0; i < 30; i++)
    data[i] = i;
#pragma omp HALF REST NOTHING
  for (int i = 0; i < 30; i++)
    data[i] += 1;
#pragma omp HALF
  {
#pragma omp REST
    for (int i = 0; i < 30; i++)
      data[i] += 1;
#pragma omp LOCKED
    data[0]++;
#pragma omp NOTHING barrier NOTHING
  }
  EXPECT(data[0] >= 3);
  data[0] = 2;
#pragma omp EVERYTHING
  for (int i = 0; i < 30; i++)
    sum += data[i];
  printf("%d\n", sum);
  EXPECT_EQ(sum, 435 + 60);
  return 0;
}
