// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/predicted_side.h"

#include "base/student.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

double halfOf(const Estimate &figure) {
  return std::max({figure.high_s - figure.time_s, figure.time_s - figure.low_s, 0.0});
}

} // namespace

PredictedSide predictedSide(const Ledger &base, const Ledger &head) {
  if (base.predicted.empty())
    return head.predicted.empty() ? PredictedSide::None : PredictedSide::Head;
  return head.predicted.empty() ? PredictedSide::Base : PredictedSide::Both;
}

double predictedHalf(const Estimate &figure, const Table &table) {
  return std::hypot(halfOf(figure), table.model_half_s);
}

double measuredHalf(const std::vector<double> &values, const Estimate &figure, double lasting) {
  if (values.size() < fewest_repetitions)
    return halfOf(figure);
  return meanBand(values).half * std::sqrt(1 + lasting * static_cast<double>(values.size()));
}

Difference differenceOfBands(const Estimate &base, double base_half, const Estimate &head,
                             double head_half) {
  double change = head.time_s - base.time_s, half = std::hypot(base_half, head_half);
  Difference result{base.time_s, head.time_s, change, change, change};
  result.base_half_s = base_half;
  result.head_half_s = head_half;
  if (!(half > 0))
    return result;
  constexpr double normal_half = 1.959964; // of 95 %, in standard deviations
  result.low_s = change - half;
  result.high_s = change + half;
  result.p_value = std::erfc(std::fabs(change) / half * normal_half / std::sqrt(2.0));
  result.testable = true;
  return result;
}

const char *heldName(Held held) {
  static const char *const names[] = {"inside", "open", "outside"};
  return names[static_cast<size_t>(held)];
}

Held heldBy(const Difference &difference) {
  double off = std::fabs(difference.change_s);
  if (off <= difference.base_half_s)
    return Held::Inside;
  return off <= difference.base_half_s + difference.head_half_s ? Held::Open : Held::Outside;
}

} // namespace tare
