// SPDX-License-Identifier: Apache-2.0
// Bands of predicted times, from those of the repetitions.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// A mean, and its 95 % band by Student's t; of one value the value alone.
Estimate meanWithBand(const std::vector<double> &values);

/// T_p of a table is the mean of the quieter repetitions, and a forecast is made from all of them.
/// So that both start from one time, a forecast is multiplied by this. 1: one of the two is not
/// known.
double scaleToTable(double measured_s, double table_s);
Estimate scaled(const Estimate &estimate, double factor);

/// With independent half bands beside its own.
Estimate widened(const Estimate &estimate, double half);
Estimate widened(const Estimate &estimate, double below, double above);

} // namespace tare
