// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/at_rows.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/constructs.h"
#include "analyzer/report/inside.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/sentences.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace tare {
namespace {

/// What the part's overheads are measured against.
std::string serialLabel(const Ledger &part) {
  if (part.reference == "none")
    return "Own work";
  bool counterparts =
      part.reference == "serial" && std::ranges::all_of(part.tables, [](const Table &table) {
        return table.pairing.has_value();
      });
  return counterparts ? "Serial time of the part" : "Time on " + oneText(part);
}

class PartTable {
public:
  PartTable(const ShownPart &shown, const Selection &selection, const std::vector<Column> &columns)
      : shown_(shown), selection_(selection), columns_(columns) {}

  std::vector<Row> rows() {
    figures(serialLabel(shown_.part),
            [](const Column &c) { return c.time(c.table().serial_time); });
    figures("Time in the part", &Column::parallel, Style::Bold);
    figures("Efficiency", &Column::efficiency);
    figures("Ideal time", &Column::ideal);
    figures("Overhead", &Column::total, Style::Bold);
    rule();
    for (const Leaf &leaf : selection_.leaves)
      if (std::ranges::any_of(columns_, [&](const Column &c) {
            return c.leaf(leaf.category).time != 0 || c.leaf(leaf.category).percent != 0;
          }))
        figures(leaf.label, [&](const Column &column) { return column.leaf(leaf.category); });
    if (std::ranges::any_of(columns_, [](const Column &c) { return c.other().time != 0; }))
      figures("everything else", &Column::other);
    rule();
    figures("Sum, ideal time and overheads", &Column::parallel, Style::Bold);
    ofProgram();
    return std::move(rows_);
  }

private:
  template <class Value>
  void figures(const std::string &label, Value value, Style style = Style::Plain) {
    Row row{Row::Kind::Figures, 0, label, {}, {}, style};
    for (const Column &column : columns_)
      row.figures.push_back(std::invoke(value, column));
    rows_.push_back(std::move(row));
  }

  void rule() { rows_.push_back({Row::Kind::Rule, 0, "", {}, {}, Style::Dim}); }

  /// Beside the whole program.
  void ofProgram() {
    Row share{Row::Kind::Words, 0, "Share of the program's time", {}, {}, Style::Plain};
    Row rest{Row::Kind::Words, 0, "Time in the rest of the program", {}, {}, Style::Plain};
    for (const Column &column : columns_) {
      double part_s = column.table().parallel_time.time_s;
      double whole_s = shown_.wholeTable(sizeOf(column.table())).parallel_time.time_s;
      share.words.push_back(whole_s > 0 ? tenthPercent(part_s / whole_s) : "-");
      rest.words.push_back(timeText(whole_s - part_s));
    }
    rows_.push_back(std::move(share));
    rows_.push_back(std::move(rest));
  }

  const ShownPart &shown_;
  const Selection &selection_;
  const std::vector<Column> &columns_;
  std::vector<Row> rows_;
};

/// The constructs of one table by their ids.
const ConstructLines *constructOf(const Table &table, const std::string &id) {
  auto found = std::ranges::find(table.constructs, id, &ConstructLines::id);
  return found == table.constructs.end() ? nullptr : &*found;
}

double timeIn(const Table &table, const std::string &id) {
  const ConstructLines *construct = constructOf(table, id);
  return construct ? construct->time_s.value_or(0) : 0;
}

double overheadIn(const Table &table, const std::string &id) {
  const ConstructLines *construct = constructOf(table, id);
  double sum = 0;
  if (construct)
    for (const LedgerLine &line : construct->overheads)
      sum += line.time.time_s;
  return sum;
}

/// The `top` constructs with most time at the largest p, in the order of the source; then the
/// others.
std::pair<std::vector<const ConstructLines *>, std::vector<const ConstructLines *>>
largestAndOthers(const Ledger &part, int top) {
  std::vector<const ConstructLines *> all = constructsOfAll(part), by_time = all;
  const Table &largest = part.tables[largestTable(part)];
  std::ranges::stable_sort(by_time, std::greater(), [&](const ConstructLines *construct) {
    return timeIn(largest, construct->id);
  });
  by_time.resize(std::min(by_time.size(), static_cast<size_t>(std::max(top, 0))));
  auto others = std::ranges::stable_partition(all, [&](const ConstructLines *construct) {
    return std::ranges::find(by_time, construct) != by_time.end();
  });
  std::vector<const ConstructLines *> left(others.begin(), others.end());
  all.erase(others.begin(), others.end());
  return {std::move(all), std::move(left)};
}

class Held {
public:
  Held(const ShownPart &shown, int top, const std::vector<Column> &columns)
      : shown_(shown), columns_(columns) {
    std::tie(largest_, others_) = largestAndOthers(shown.part, top);
    for (const Column &column : columns) {
      times_.push_back(divided(column, timeIn, column.parallel()));
      overheads_.push_back(divided(column, overheadIn, column.total()));
    }
  }

  std::vector<Row> rows() {
    for (size_t i = 0; i < largest_.size(); ++i)
      add(title(*largest_[i]), i);
    if (!others_.empty())
      add(othersTitle(others_.size(), View::Construct), largest_.size());
    return std::move(rows_);
  }

private:
  using Value = double (*)(const Table &, const std::string &);

  /// Rounded so that they add up to the figure of the part.
  std::vector<Figure> divided(const Column &column, Value value, const Figure &whole) const {
    std::vector<double> seconds;
    for (const ConstructLines *construct : largest_)
      seconds.push_back(value(column.table(), construct->id));
    double left_s = 0;
    for (const ConstructLines *construct : others_)
      left_s += value(column.table(), construct->id);
    if (!others_.empty())
      seconds.push_back(left_s);
    return column.split(seconds, whole);
  }

  std::string title(const ConstructLines &construct) const {
    const Table &largest = shown_.part.tables[largestTable(shown_.part)];
    return titleAmong(construct, largest.constructs) + instancesText(construct, largest.threads);
  }

  void add(const std::string &title, size_t index) {
    Row time{Row::Kind::Figures, 0, title, {}, {}, Style::Plain, true};
    Row overhead{Row::Kind::Figures, 2, "of it overhead", {}, {}, Style::Dim};
    for (size_t column = 0; column < columns_.size(); ++column) {
      time.figures.push_back(times_[column][index]);
      overhead.figures.push_back(overheads_[column][index]);
    }
    rows_.push_back(std::move(time));
    rows_.push_back(std::move(overhead));
  }

  const ShownPart &shown_;
  const std::vector<Column> &columns_;
  std::vector<const ConstructLines *> largest_, others_;
  std::vector<std::vector<Figure>> times_, overheads_; // of each column
  std::vector<Row> rows_;
};

/// The sizes that the whole has and the part has not.
std::vector<RunSize> missingSizes(const ShownPart &shown) {
  std::vector<RunSize> missing;
  for (const Table &table : shown.whole.tables)
    if (!tableOfSize(shown.part.tables, sizeOf(table)))
      missing.push_back(sizeOf(table));
  return missing;
}

bool isMoreThanWhole(const ShownPart &shown) {
  return std::ranges::any_of(shown.part.tables, [&](const Table &part) {
    return part.parallel_time.time_s > shown.wholeTable(sizeOf(part)).parallel_time.time_s;
  });
}

} // namespace

const Table &ShownPart::wholeTable(RunSize size) const { return *tableOfSize(whole.tables, size); }

std::vector<Row> partTableRows(const ShownPart &shown, const Selection &selection,
                               const std::vector<Column> &columns) {
  return PartTable(shown, selection, columns).rows();
}

std::vector<Row> heldRows(const ShownPart &shown, int top, const std::vector<Column> &columns) {
  return Held(shown, top, columns).rows();
}

std::string partTitle(const ShownPart &shown) {
  std::vector<const ConstructLines *> constructs = constructsOfAll(shown.part);
  std::vector<std::string> functions;
  for (const ConstructLines *construct : constructs)
    if (std::string name = printable(functionOf(*construct)); !name.empty())
      addOnce(functions, name);
  constexpr size_t most = 4;
  size_t left = functions.size() > most ? functions.size() - most : 0;
  functions.resize(functions.size() - left);
  std::string in = functions.empty() ? "" : " in " + joinText(functions, ", ");
  return printable(shown.whole.program) + ", the part at " + printable(shown.place) + ": " +
         numberOf(static_cast<int64_t>(constructs.size()), "construct") + in +
         (left ? " and " + numberOf(static_cast<int64_t>(left), "more function") : "");
}

std::vector<std::string> partSentences(const ShownPart &shown) {
  std::vector<std::string> sentences = {
      "A time is the time of all threads in the part, divided by p. Shares are of the time in the "
      "part; the band of a row is the sum of its constructs' bands.",
      "The part and the rest add up to the table of the whole program (tare report without --at)."};
  if (std::string one = oneText(shown.part); serialLabel(shown.part) == "Time on " + one)
    sentences.push_back(shown.part.reference == "serial"
                            ? "The serial program has no probes, so the part is compared with its "
                              "time on " +
                                  one + "."
                            : "The part is compared with its time on " + one + ".");
  if (std::vector<RunSize> missing = missingSizes(shown); !missing.empty())
    sentences.push_back(capitalised(atSizes(missing)) + " nothing of it was executed.");
  if (isMoreThanWhole(shown))
    sentences.push_back(
        "The part has more time than the program: times of constructs come from the "
        "run with probes, which took longer. Give the program more work.");
  for (const std::string &warning : sentencesOf(shown.whole.warnings))
    sentences.push_back("warning: " + printable(warning));
  return sentences;
}

} // namespace tare
