// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/quantiles.h"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace tare {

double upperTailOfF(double value, double numerator, double denominator) {
  if (!(numerator > 0) || !(denominator > 0) || !(value > 0))
    return 1;
  if (!std::isfinite(value))
    return 0;
  return boost::math::cdf(
      boost::math::complement(boost::math::fisher_f(numerator, denominator), value));
}

double halfOf95(double freedom) {
  return boost::math::quantile(boost::math::students_t(std::max(1.0, freedom)), 0.975);
}

} // namespace tare
