// SPDX-License-Identifier: Apache-2.0
// Counts how often each word occurs, in a hash map with a lock for each bucket.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
static void omp_init_lock(omp_lock_t *) {}
static void omp_destroy_lock(omp_lock_t *) {}
static void omp_set_lock(omp_lock_t *) {}
static void omp_unset_lock(omp_lock_t *) {}
#endif

struct Bucket {
  omp_lock_t lock;
  std::vector<std::pair<std::string, int>> entries;
};

static void add(std::vector<Bucket> &map, const std::string &word) {
  Bucket &bucket = map[std::hash<std::string>()(word) % map.size()];
  omp_set_lock(&bucket.lock);
  size_t i = 0;
  while (i < bucket.entries.size() && bucket.entries[i].first != word)
    i++;
  if (i == bucket.entries.size())
    bucket.entries.emplace_back(word, 0);
  bucket.entries[i].second++;
  omp_unset_lock(&bucket.lock);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1500000;
  std::vector<Bucket> map(10007);
  for (Bucket &bucket : map)
    omp_init_lock(&bucket.lock);

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned random = i * 2654435761u;
    random ^= random >> 15;
    add(map, "word" + std::to_string(random % 50000 % (1 + random % 997 * 50)));
  }

  size_t words = 0;
  int most = 0;
  double squares = 0;
  for (Bucket &bucket : map) {
    words += bucket.entries.size();
    for (auto &entry : bucket.entries) {
      most = entry.second > most ? entry.second : most;
      squares += static_cast<double>(entry.second) * entry.second;
    }
    omp_destroy_lock(&bucket.lock);
  }
  std::printf("%zu words, most frequent %d, squares %.0f\n", words, most, squares);
  return 0;
}
