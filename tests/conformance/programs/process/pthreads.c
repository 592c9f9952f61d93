// tare: status: FOREIGN_REGIONS
// Threads that the program makes itself open regions of their own, at the same time.
#include "../expect.h"
#include <pthread.h>

static void *work(void *argument) {
  int sum = 0, n = *(int *)argument;
  for (int round = 0; round < 3; round++) {
#pragma omp parallel reduction(+ : sum) num_threads(2)
    {
#pragma omp for
      for (int i = 0; i < n; i++)
        sum += i;
#pragma omp critical
      sum += 0;
#pragma omp single
      sum++;
    }
  }
  *(int *)argument = sum;
  return NULL;
}

static void *orphan(void *argument) {
  int *value = (int *)argument;
#pragma omp critical(shared_name)
  (*value)++;
#pragma omp for
  for (int i = 0; i < 3; i++)
    (*value)++;
#pragma omp barrier
  return NULL;
}

int main(void) {
  pthread_t threads[3], other;
  int numbers[3] = {5, 10, 20}, sum = 0, value = 0;
  for (int i = 0; i < 3; i++)
    EXPECT(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
  EXPECT(pthread_create(&other, NULL, orphan, &value) == 0);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  pthread_join(other, NULL);
  printf("%d %d %d %d %d\n", numbers[0], numbers[1], numbers[2], sum, value);
  EXPECT_EQ(numbers[0], 3 * 11);
  EXPECT_EQ(numbers[1], 3 * 46);
  EXPECT_EQ(numbers[2], 3 * 191);
  EXPECT_EQ(sum, 45);
  EXPECT_EQ(value, 4);
  return 0;
}
