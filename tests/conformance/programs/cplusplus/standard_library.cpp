// The standard library within constructs: strings, streams, algorithms, containers, smart pointers.
#include "../expect.h"
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>

int main() {
  std::vector<std::string> words(16);
  std::unordered_map<std::string, int> counts;
  std::set<int> seen;
  std::mutex mutex;
  auto shared = std::make_shared<int>(0);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 16; i++) {
    std::ostringstream out;
    out << "word" << i % 4;
    words[i] = out.str();
  }
#pragma omp parallel firstprivate(shared)
  {
    std::set<int> mine;
#pragma omp for nowait
    for (int i = 0; i < 16; i++) {
      mine.insert(i / 2);
      std::lock_guard<std::mutex> guard(mutex);
      counts[words[i]]++;
    }
#pragma omp critical
    std::for_each(mine.begin(), mine.end(), [&](int n) { seen.insert(n); });
#pragma omp single
    {
      std::mt19937 random(7);
      std::vector<int> mixed(10);
      std::iota(mixed.begin(), mixed.end(), 0);
      std::shuffle(mixed.begin(), mixed.end(), random);
      std::sort(mixed.begin(), mixed.end(), std::greater<>());
      *shared = mixed.front();
    }
  }
  std::cout << counts["word3"] << " " << seen.size() << " " << *shared << std::endl;
  EXPECT_EQ(counts["word3"], 4);
  EXPECT_EQ(seen.size(), 8);
  EXPECT_EQ(*shared, 9);
  return 0;
}
