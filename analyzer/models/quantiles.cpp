// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/quantiles.h"

#include "base/student.h"

#include <algorithm>
#include <cmath>

namespace tare {

double upperTailOfF(double value, double numerator, double denominator) {
  if (!(numerator > 0) || !(denominator > 0) || !(value > 0))
    return 1;
  if (!std::isfinite(value))
    return 0;
  return fisherTail(value, numerator, denominator);
}

double halfOf95(double freedom) { return studentQuantile(0.05, std::max(1.0, freedom)); }

} // namespace tare
