// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/rows.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "analyzer/ledger/teams.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/sentences.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace tare {
namespace {

class RowMaker {
public:
  RowMaker(const Ledger &ledger, const Selection &selection, const std::vector<Column> &columns)
      : ledger_(ledger), selection_(selection), columns_(columns) {}

  std::vector<Row> rows() {
    summary();
    rule();
    work();
    groups();
    if (!selection_.folded.empty())
      figures(0, "Other (" + std::to_string(selection_.folded.size()) + " small rows)",
              &Column::other);
    unidentified();
    rule();
    figures(0, "Sum, T_s/p and overheads", &Column::parallel, Style::Bold);
    return std::move(rows_);
  }

private:
  /// `value`: Column -> Figure.
  template <class Value>
  void figures(int indent, const std::string &label, Value value, Style style = Style::Plain) {
    Row row{Row::Kind::Figures, indent, label, {}, {}, style};
    for (const Column &column : columns_)
      row.figures.push_back(std::invoke(value, column));
    rows_.push_back(std::move(row));
  }

  void rule() { rows_.push_back({Row::Kind::Rule, 0, "", {}, {}, Style::Dim}); }

  /// Times first; their labels say what the reference is.
  void summary() {
    bool none = ledger_.reference == "none", one = ledger_.reference == "omp_1";
    std::string reference =
        none  ? std::string("Own work T_s")
        : one ? (oneText(ledger_) == "one rank" ? "Time on one rank T_s" : "Time on one thread T_s")
              : "Serial time T_s";
    figures(0, reference, [](const Column &c) { return c.time(c.table().serial_time); });
    figures(0, "Parallel time T_p", &Column::parallel, Style::Bold);
    figures(0, "Efficiency E_p", &Column::efficiency);
    figures(0, "Ideal time T_s/p", &Column::ideal);
    figures(0, "Total overhead", &Column::total, Style::Bold);
  }

  std::vector<std::string> ofGroup(std::string_view group) const {
    std::vector<std::string> categories;
    for (const Leaf &leaf : selection_.leaves)
      if (leaf.group == group)
        categories.push_back(leaf.category);
    return categories;
  }

  /// Whether a line of work is below zero because the probes made the code faster.
  static bool isFromProbes(const Column &column, const std::string &category) {
    return isWork(category) && category != category::data_access && isSpedUpCode(column.table());
  }

  /// A line, with remarks below it: why it is negative, and for how many p.
  void leaf(int indent, const std::string &label, const std::string &category) {
    figures(indent, label, [&](const Column &column) { return column.leaf(category); });
    if (category == category::unparallelised)
      serialShare();
    if (category == category::locks)
      lockUse();
    std::vector<RunSize> cheaper;
    bool beside_others =
        ledger_.reference == "omp_1" && category == category::additional_computation;
    for (const Column &column : columns_)
      if (ledger_.reference != "none" && column.cheaper(category) &&
          !isFromProbes(column, category)) {
        cheaper.push_back(sizeOf(column.table()));
        beside_others = beside_others && column.isOfProgram(category);
      }
    if (cheaper.empty())
      return;
    bool own_threads =
        category == category::off_cpu && std::ranges::any_of(columns_, [&](const Column &column) {
          return column.cheaper(category) && makesOwnTeams(column.table());
        });
    std::string remark =
        own_threads     ? "the program has more threads than it was asked to " + atSizes(cheaper)
        : beside_others ? "waits and management on " + oneText(ledger_) + ", with a minus"
                        : "cheaper than the reference " + atSizes(cheaper);
    rows_.push_back({Row::Kind::Remark, indent + 2, remark, {}, {}, Style::Dim});
  }

  /// "any": nothing is serial. "-": not known.
  void serialShare() {
    Row row{Row::Kind::Words, 4, "Amdahl: serial share; limit", {}, {}, Style::Dim};
    for (const Column &column : columns_) {
      char limit[32] = "any";
      if (column.table().speedup_limit > 0)
        std::snprintf(limit, sizeof limit, column.table().speedup_limit < 100 ? "%.3gx" : "%.0fx",
                      std::min(column.table().speedup_limit, 1e6));
      else if (!isLimitKnown(column.table(), ledger_.tables))
        std::snprintf(limit, sizeof limit, "-");
      bool is_share = coversAllThreads(ledger_.tables);
      row.words.push_back(
          column.table().ranks > 1
              ? "-"
              : (is_share ? percentText(column.table().serial_fraction) + "%; " : "-; ") + limit);
    }
    rows_.push_back(std::move(row));
  }

  /// No row where no column has a lock that was taken. How long lock routines hold one is not
  /// known.
  void lockUse() {
    Row row{Row::Kind::Words, 4, "contended; held, of T_p", {}, {}, Style::Dim};
    bool any = false;
    for (const Column &column : columns_) {
      LockSum sum = lockSum(column.table());
      double parallel_s = column.table().parallel_time.time_s;
      bool used = sum.acquisitions > 0 && parallel_s > 0;
      any |= used;
      row.words.push_back(
          used ? percentText(sum.contended / sum.acquisitions) + "%; " +
                     (sum.held_s > 0 ? percentText(sum.held_s / parallel_s) + "%" : "not known")
               : "");
    }
    if (any)
      rows_.push_back(std::move(row));
  }

  /// The lines of work below their sum; a single one stands alone.
  void work() {
    std::vector<std::string> parts = ofGroup(work_group);
    if (parts.empty())
      return;
    if (parts.size() > 1)
      figures(0, std::string(work_group), [&](const Column &c) { return c.sum(parts); });
    for (const std::string &part : parts)
      leaf(parts.size() > 1 ? 2 : 0,
           parts.size() > 1 ? labelInGroup(part) : capitalised(labelOf(part)), part);
  }

  /// A heading stands above the lines of its group; two groups have one line each and no heading.
  void groups() {
    std::string heading;
    for (const Leaf &shown : selection_.leaves) {
      if (shown.group == work_group || shown.category == category::unidentified)
        continue;
      bool alone = shown.category == category::off_cpu || shown.category == category::own_cost;
      if (!alone && shown.group != heading)
        rows_.push_back({Row::Kind::Heading, 0, shown.group, {}, {}, Style::Plain});
      heading = shown.group;
      leaf(alone ? 0 : 2, alone ? capitalised(shown.label) : shown.label, shown.category);
    }
  }

  void unidentified() {
    figures(0, "Unexplained",
            [](const Column &column) { return column.leaf(std::string(category::unidentified)); });
  }

  const Ledger &ledger_;
  const Selection &selection_;
  const std::vector<Column> &columns_;
  std::vector<Row> rows_;
};

} // namespace

std::vector<Row> tableRows(const Ledger &ledger, const Selection &selection,
                           const std::vector<Column> &columns) {
  return RowMaker(ledger, selection, columns).rows();
}

} // namespace tare
