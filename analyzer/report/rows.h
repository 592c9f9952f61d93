// SPDX-License-Identifier: Apache-2.0
// The rows of the table: which lines are shown, in which order, under which heading.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/page.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

/// Lines smaller than this share of T_p are folded.
inline constexpr double folding_share = 0.001;

/// A line of the table that nothing else contains; together they are the total overhead.
struct Leaf {
  std::string category;
  std::string label;
  std::string group;
};

/// The same for all p, so that blocks can be compared. Lines that are small at every p are folded.
struct Selection {
  std::vector<Leaf> leaves; ///< In the order of the table; `unidentified` is always there.
  std::vector<std::string> folded;
};
Selection selectLeaves(const Ledger &ledger);

/// The label of a category, or its own name when this version does not know it.
std::string labelOf(const std::string &category);

/// What to write where the label does not fit; the label itself when there is nothing shorter.
std::string shortLabel(const std::string &label);

/// One p, rounded so that the column adds up as shown.
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
  bool cheaper(const std::string &category) const; ///< Negative beyond its band, and not folded.

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

struct Row {
  enum class Kind { Rule, Heading, Figures, Words, Remark };
  Kind kind = Kind::Figures;
  int indent = 0;
  std::string label;
  std::vector<Figure> figures;    ///< One a column.
  std::vector<std::string> words; ///< Likewise, for Words.
  Style style = Style::Plain;
};

std::vector<Row> tableRows(const Ledger &ledger, const Selection &selection,
                           const std::vector<Column> &columns);

} // namespace tare
