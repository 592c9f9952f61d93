// tare: status: FOREIGN_REGIONS
// Regions in std::thread and std::async, while main has some too.
#include "../expect.h"
#include <future>
#include <thread>
#include <vector>

static int sumOf(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main() {
  std::vector<std::thread> threads;
  int results[3] = {};
  for (int k = 0; k < 3; k++)
    threads.emplace_back([k, &results] { results[k] = sumOf(10 * (k + 1)); });
  auto later = std::async(std::launch::async, sumOf, 100);
  EXPECT_EQ(sumOf(10), 45);
  for (auto &thread : threads)
    thread.join();
  printf("%d %d %d %d\n", results[0], results[1], results[2], later.get());
  EXPECT_EQ(results[2], 435);
  return 0;
}
