// tare: fallback: both tare_task
// tare: profiles: 0
// The program defines a type that the probes bring along: the unit is compiled as it is.
#include "../expect.h"

struct tare_task {
  int id;
};

int main(void) {
  struct tare_task task = {3};
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += task.id;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 30);
  return 0;
}
