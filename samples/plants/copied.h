/* SPDX-License-Identifier: Apache-2.0
 *
 * What a clause such as firstprivate copies: a copy takes as many units as it is told.
 */
#ifndef TARE_SAMPLES_COPIED_H
#define TARE_SAMPLES_COPIED_H

#include "plant.h"

class Copied {
public:
  explicit Copied(uint64_t units) : units_(units) {}
  Copied(const Copied &other) : units_(other.units_), sum_(chain_run(other.units_)) {}
  void operator=(const Copied &) = delete;

  /* Its copies take nothing. */
  void empty() { units_ = 0; }

  /* In the region or task: what is not used is not copied. */
  void use() const {
    if (sum_ == 1)
      printf("the chain had no effect\n");
  }

private:
  uint64_t units_, sum_ = 0;
};

#endif
