// SPDX-License-Identifier: Apache-2.0
// How times, couplings and tables of cells are printed: shared by what was measured and what is
// predicted.
#pragma once

#include "analyzer/coupling/coupling_report.h"
#include "analyzer/report/page.h"

#include <string>
#include <vector>

namespace tare {

/// "1.23 ms ± 0.01 ms"
std::string couplingTimeText(const Estimate &estimate);
/// "1.234"
std::string threeDigits(double value);
/// "1.234 ± 0.010"
std::string couplingRatioText(const RatioBand &ratio);
/// "+1.2 %"
std::string signedPercent(double ratio);
/// "constructive", "destructive", "none", "not known"
const char *couplingWord(const RatioBand &coupling);

/// What the columns of kernels mean; `weighted`: whether they have weights.
std::string kernelColumnsText(bool weighted);

/// Rows of cells, each column as wide as its widest cell. Where that is wider than the page, the
/// first cell of a row stands on a line of its own, and the others below it.
class CellRows {
public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(Page &page) const;

private:
  std::vector<std::vector<std::string>> rows_;
};

} // namespace tare
