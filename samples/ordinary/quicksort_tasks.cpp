// SPDX-License-Identifier: Apache-2.0
// Quicksort of records by key; long parts become tasks.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Record {
  int key;
  int number;
};

static bool before(const Record &a, const Record &b) {
  return a.key < b.key || (a.key == b.key && a.number < b.number);
}

static void quicksort(Record *first, Record *last) {
  if (last - first < 32) {
    std::sort(first, last, before);
    return;
  }
  Record pivot = first[(last - first) / 2];
  Record *i = first, *j = last - 1;
  while (i <= j) {
    while (before(*i, pivot))
      i++;
    while (before(pivot, *j))
      j--;
    if (i <= j)
      std::swap(*i++, *j--);
  }
#pragma omp task if (j - first > 1000)
  quicksort(first, j + 1);
#pragma omp task if (last - i > 1000)
  quicksort(i, last);
#pragma omp taskwait
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 2000000;
  std::vector<Record> records(n);
  unsigned seed = 23;
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    records[i] = {static_cast<int>(seed >> 12), i};
  }

#pragma omp parallel
#pragma omp single
  quicksort(records.data(), records.data() + n);

  bool sorted = std::is_sorted(records.begin(), records.end(), before);
  long checksum = 0;
  for (int i = 0; i < n; i += 997)
    checksum += records[i].number % 1000 * static_cast<long>(i);
  std::printf("%s, checksum %ld\n", sorted ? "sorted" : "NOT sorted", checksum);
  return 0;
}
