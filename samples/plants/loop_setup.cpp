/* SPDX-License-Identifier: Apache-2.0
 *
 * Loop scheduling: how many iterations there are is a difference of iterators, which each thread
 * takes when it sets the loop up, and which takes long.  Without the plant it takes nothing.
 */
#include "plant.h"

static uint64_t distance_units, distances_sum;
#ifdef _OPENMP
#pragma omp threadprivate(distances_sum)
#endif

/* Of a quarter. */
class Iterator {
public:
  explicit Iterator(int64_t quarter) : quarter_(quarter) {}
  int64_t operator*() const { return quarter_; }
  Iterator &operator++() { return *this += 1; }
  Iterator &operator+=(int64_t quarters) {
    quarter_ += quarters;
    return *this;
  }
  int64_t operator-(const Iterator &other) const {
    distances_sum += chain_run(distance_units);
    return quarter_ - other.quarter_;
  }
  bool operator<(const Iterator &other) const { return quarter_ < other.quarter_; }

private:
  int64_t quarter_;
};

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {};
  uint64_t work = plant.whole - plant.share;
#ifndef PLANT_LEFT_OUT
  distance_units = plant.share;
#endif
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp parallel
#pragma omp for schedule(static)
    for (Iterator q = Iterator(0); q < Iterator(4); ++q)
      quarters.sum[*q][0] += chain_run(work / 2);
  }
  if (distances_sum == 1)
    printf("the chain had no effect\n");
  return quarters_report(&quarters, 0);
}
