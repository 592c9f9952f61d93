// tare: flags: -pthread
// tare: status: FOREIGN_REGIONS
// tare: treatment: parallel for measured 1
// Regions forked by threads that the program made itself.
#include <pthread.h>
#include <stdio.h>

static void *work(void *out) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 100; i++)
    sum += i;
  *(int *)out = sum;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int sums[3] = {0};
  work(&sums[2]);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, &sums[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  return !(sums[0] == 4950 && sums[1] == 4950 && sums[2] == 4950);
}
