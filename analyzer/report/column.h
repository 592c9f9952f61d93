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

/// One p, rounded so that the column adds up as shown.
/// The scale for all times of a ledger.
TimeScale scaleOf(const Ledger &ledger, const CellLayout &layout);

class Column {
public:
  Column(const Table &table, const Selection &selection, const TimeScale &scale);

  const Table &table() const { return *table_; }
  Figure time(const Estimate &estimate) const; ///< Not a part of T_p: no share.
  Figure efficiency() const;
  Figure parallel() const;
  Figure ideal() const { return figure("ideal", &table_->ideal_time); }
  Figure total() const;
  Figure leaf(const std::string &category) const;
  Figure other() const { return figure("other", nullptr); }
  Figure sum(const std::vector<std::string> &categories) const;
  Figure notAttributed() const;
  Figure agreement() const;
  /// Unidentified with the net change of work and the management of parallelism. This is
  /// what the line of that name held in the paper that Tare follows.
  Figure unidentifiedOfPaper() const;
  Figure share(const Estimate &estimate) const; ///< Any part of T_p, rounded by itself.
  std::vector<Figure> split(const std::vector<double> &seconds) const; ///< Sums to total().
  bool cheaper(const std::string &category) const; ///< Negative beyond its band, and not folded.
  bool isOfProgram(const std::string &category) const; ///< Constructs hold less than half of it.

private:
  int64_t steps(double time_s) const;
  double tenths(double time_s) const; ///< Of a per cent of T_p.
  Figure figure(const std::string &key, const Estimate *band) const;
  std::optional<double> bandOf(const Estimate &estimate) const;

  const Table *table_;
  TimeScale scale_;
  double parallel_s_;
  int64_t parallel_steps_ = 0;
  std::map<std::string, int64_t> time_, percent_;
};

} // namespace tare
