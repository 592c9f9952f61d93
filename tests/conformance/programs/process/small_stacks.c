// tare: env: OMP_STACKSIZE=64k
// tare: status: FOREIGN_REGIONS
// Small stacks: the team's threads, and a thread of the program's own with regions.
#include "../expect.h"
#include <pthread.h>

static void *work(void *argument) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < 10; i++)
      sum += i;
#pragma omp critical
    sum += 0;
  }
  *(int *)argument = sum;
  return NULL;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  int sum = 0, other = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  pthread_attr_init(&attributes);
  EXPECT(pthread_attr_setstacksize(&attributes, 65536) == 0);
  EXPECT(pthread_create(&thread, &attributes, work, &other) == 0);
  pthread_join(thread, NULL);
  printf("%d %d\n", sum, other);
  EXPECT_EQ(sum + other, 90);
  return 0;
}
