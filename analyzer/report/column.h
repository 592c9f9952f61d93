// SPDX-License-Identifier: Apache-2.0
// The figures of one p, rounded so that the column adds up as shown.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/selection.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// The scale for all times of a ledger.
TimeScale scaleOf(const Ledger &ledger, const CellLayout &layout);

/// The figures of one p, rounded so that the column adds up as shown.
class Column {
public:
  Column(const Table &table, const Selection &selection, const TimeScale &scale);

  const Table &table() const { return *table_; }
  /// A time that is no part of T_p: it has no share.
  Figure time(const Estimate &estimate) const;
  Figure efficiency() const;
  Figure parallel() const;
  Figure ideal() const;
  Figure total() const;
  Figure leaf(const std::string &category) const;
  Figure other() const { return figure("other", nullptr); }
  Figure sum(const std::vector<std::string> &categories) const;
  /// Any part of T_p, rounded by itself.
  Figure share(const Estimate &estimate) const;
  /// Parts of the total overhead, rounded so that they sum to total().
  std::vector<Figure> split(const std::vector<double> &seconds) const {
    return split(seconds, total());
  }
  /// Of a construct's line: of a void one the range.
  Figure line(const LedgerLine &line) const;
  /// Parts of another figure of this column, rounded so that they sum to it.
  std::vector<Figure> split(const std::vector<double> &seconds, const Figure &whole) const;
  /// Whether a line is negative beyond its band, and not folded.
  bool cheaper(const std::string &category) const;
  /// Whether constructs hold less than half of a line.
  bool isOfProgram(const std::string &category) const;

private:
  int64_t steps(double time_s) const;
  /// In tenths of a per cent of T_p.
  double tenths(double time_s) const;
  Figure figure(const std::string &key, const Estimate *band) const;
  std::optional<double> bandOf(const Estimate &estimate) const;
  std::optional<double> bandOfRatio() const;
  std::pair<double, double> rangeOf(const Estimate &estimate) const;

  const Table *table_;
  TimeScale scale_;
  double parallel_s_;
  int64_t parallel_steps_ = 0;
  std::map<std::string, int64_t> time_, percent_;
};

} // namespace tare
