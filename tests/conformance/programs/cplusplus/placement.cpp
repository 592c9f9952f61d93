// Constructs in the odd places of C++: conversion functions, allocation functions, comma
// expressions, new expressions, range initialisers, catch parameters.
#include "../expect.h"
#include <vector>

static int sumOf(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

struct Lazy {
  int value = sumOf(3);
  explicit operator bool() const {
    bool yes = false;
#pragma omp parallel for reduction(|| : yes)
    for (int i = 0; i < 4; i++)
      yes = yes || i == value;
    return yes;
  }
  void *operator new(std::size_t size) {
#pragma omp critical
    allocations++;
    return ::operator new(size);
  }
  void operator delete(void *p) {
#pragma omp critical
    allocations--;
    ::operator delete(p);
  }
  static int allocations;
};
int Lazy::allocations = 0;

int main() {
  int total = 0;
  for (int value : [] {
         std::vector<int> list(4);
#pragma omp parallel for
         for (int i = 0; i < 4; i++)
           list[i] = i;
         return list;
       }())
    total += value;
  auto *lazy = new Lazy;
  if (*lazy)
    total += (sumOf(3), sumOf(4));
  total += Lazy::allocations;
  delete lazy;
  total += Lazy::allocations * 100;
  printf("%d\n", total);
  EXPECT_EQ(total, 6 + 6 + 1);
  return 0;
}
