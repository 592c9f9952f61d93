// main ends by pthread_exit while a thread of the program's own still works, and that one ends it.
#include "../expect.h"
#include <pthread.h>
#include <unistd.h>

static void *last(void *argument) {
  pthread_join(*(pthread_t *)argument, NULL);
  printf("last\n");
  exit(0);
}

int main(void) {
  static pthread_t first, thread;
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  EXPECT_EQ(sum, 45);
  first = pthread_self();
  EXPECT(pthread_create(&thread, NULL, last, &first) == 0);
  pthread_exit(NULL);
}
