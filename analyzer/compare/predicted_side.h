// SPDX-License-Identifier: Apache-2.0
// Comparisons with a ledger that was predicted: it has bands, and no repetitions of its own.
//
//   BASE predicted, HEAD measured: did the prediction hold?  heldBy
//   BASE measured, HEAD predicted: what would change?        differenceOfBands
#pragma once

#include "analyzer/compare/difference.h"
#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

enum class PredictedSide { None, Base, Head, Both };
PredictedSide predictedSide(const Ledger &base, const Ledger &head);

/// Half of the 95 % band of a predicted figure: its own, and what the model may be wrong by in T_p.
/// A what-if does not know in which row its model errs, so each may have all of it.
double predictedHalf(const Estimate &figure, const Table &table);

/// Half of the 95 % band of a mean of measured values; with fewer than `fewest_repetitions` of
/// `figure`. `lasting` as in Drift.
double measuredHalf(const std::vector<double> &values, const Estimate &figure, double lasting);

/// Two figures with half bands of 95 %, taken as normal and independent. Neither has a band: not
/// testable.
Difference differenceOfBands(const Estimate &base, double base_half, const Estimate &head,
                             double head_half);

enum class Held {
  Inside,  // the measured figure lies in the predicted band
  Open,    // outside, but its own band reaches in: more repetitions decide
  Outside, // it and its own band lie outside
};
const char *heldName(Held held);

/// BASE is the prediction.
Held heldBy(const Difference &difference);

} // namespace tare
