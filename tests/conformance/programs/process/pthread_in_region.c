// Every thread of a region makes a thread of its own, which has serial constructs and ends first.
#include "../expect.h"
#include <pthread.h>

static int total;
static void *add(void *argument) {
#pragma omp critical
  total += *(int *)argument;
  return argument;
}

int main(void) {
  int team = 0;
#pragma omp parallel reduction(+ : team)
  {
    int one = 1;
    pthread_t helper;
    if (pthread_create(&helper, NULL, add, &one) != 0)
      exit(1);
#pragma omp critical
    team++;
    pthread_join(helper, NULL);
  }
  EXPECT_EQ(total, team);
  printf("joined\n");
  return 0;
}
