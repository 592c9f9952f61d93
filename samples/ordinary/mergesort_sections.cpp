// SPDX-License-Identifier: Apache-2.0
// Merge sort. Four sections sort a quarter each, two merge the quarters.
#include <cstdio>
#include <cstdlib>
#include <vector>

using Numbers = std::vector<int>;

static void merge_parts(Numbers &v, Numbers &buffer, int low, int middle, int high) {
  int a = low, b = middle;
  for (int k = low; k < high; k++)
    buffer[k] = b == high || (a < middle && v[a] <= v[b]) ? v[a++] : v[b++];
  for (int k = low; k < high; k++)
    v[k] = buffer[k];
}

static void merge_sort(Numbers &v, Numbers &buffer, int low, int high) {
  if (high - low < 2)
    return;
  int middle = low + (high - low) / 2;
  merge_sort(v, buffer, low, middle);
  merge_sort(v, buffer, middle, high);
  merge_parts(v, buffer, low, middle, high);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1500000;
  Numbers v(n), buffer(n);
  unsigned seed = 17;
  for (int &number : v) {
    seed = seed * 1664525u + 1013904223u;
    number = seed >> 2;
  }

  int half = n / 2, first = half / 2, last = half + (n - half) / 2;
#pragma omp parallel sections
  {
#pragma omp section
    merge_sort(v, buffer, 0, first);
#pragma omp section
    merge_sort(v, buffer, first, half);
#pragma omp section
    merge_sort(v, buffer, half, last);
#pragma omp section
    merge_sort(v, buffer, last, n);
  }
#pragma omp parallel sections
  {
#pragma omp section
    merge_parts(v, buffer, 0, first, half);
#pragma omp section
    merge_parts(v, buffer, half, last, n);
  }
  merge_parts(v, buffer, 0, half, n);

  long checksum = 0;
  for (int i = 0; i < n; i += 1000)
    checksum += v[i] % 1000 * (i % 77);
  std::printf("median %d, checksum %ld\n", v[n / 2], checksum);
  return 0;
}
