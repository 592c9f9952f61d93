// Exceptions thrown and caught within constructs, within serial loops of a region, out of functions
// with serial loops and constructs that ended, and function try blocks.
#include "../expect.h"
#include <new>
#include <stdexcept>

static int risky(int n) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    for (int j = 0; j < 10; j++)
      if (i * 10 + j == n)
        throw std::runtime_error("found");
    sum++;
  }
  return sum;
}

static int afterRegion(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  if (n > 5)
    throw sum;
  return sum;
}

static int guarded(int n) try {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum + afterRegion(n);
} catch (int value) {
#pragma omp parallel
#pragma omp single
  value++;
  return -value;
}

static int caughtByMember = 0;

struct Member {
  int value;
  explicit Member(int n) try : value(risky(n)) {
#pragma omp critical
    value++;
  } catch (const std::exception &) {
#pragma omp critical
    caughtByMember++;
    throw std::bad_alloc();
  }
};

int main() {
  int caught = 0, sum = 0;
#pragma omp parallel reduction(+ : caught, sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) {
      try {
        sum += risky(i % 2 ? 1000 : i);
      } catch (const std::runtime_error &) {
        caught++;
      }
    }
    for (int i = 0; i < 3; i++)
      try {
        if (i == 1)
          continue;
        if (i == 2)
          break;
        throw i;
      } catch (int) {
#pragma omp atomic
        sum += 0;
      }
#pragma omp single
    {
      try {
        throw 1;
      } catch (...) {
#pragma omp critical
        caught += 100;
      }
    }
#pragma omp critical(other)
    try {
      risky(3);
    } catch (std::exception &error) {
      sum += error.what()[0] - 'f';
    }
#pragma omp barrier
  }
  try {
    Member member(5);
  } catch (std::bad_alloc &) {
    caught += 1000;
  }
  printf("%d %d %d %d %d\n", caught, sum, guarded(4), guarded(10), Member(1000).value);
  EXPECT_EQ(caught, 1110);
  EXPECT_EQ(caughtByMember, 1);
  EXPECT_EQ(sum, 100);
  EXPECT_EQ(guarded(4), 12);
  EXPECT_EQ(guarded(10), -46);
  EXPECT_EQ(Member(1000).value, 11);
  return 0;
}
