// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/parts.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {

void addLine(std::vector<LedgerLine> &lines, const LedgerLine &added) {
  for (LedgerLine &line : lines)
    if (line.category == added.category) {
      line.time = {line.time.time_s + added.time.time_s, line.time.low_s + added.time.low_s,
                   line.time.high_s + added.time.high_s};
      return;
    }
  lines.push_back(added);
}

namespace {

class Cutter {
public:
  Cutter(const Ledger &ledger, View view) : ledger_(ledger), view_(view) {}

  Parts cut() {
    for (size_t table = 0; table < ledger_.tables.size(); ++table)
      addTable(table);
    sort();
    Part left = rest();
    return {std::move(parts_), std::move(left)};
  }

private:
  Part emptyPart() const {
    Part part;
    part.lines.resize(ledger_.tables.size());
    return part;
  }

  void addTable(size_t table) {
    if (view_ == View::Path)
      for (const PathLines &path : ledger_.tables[table].paths)
        addPath(table, path);
    else
      for (const ConstructLines &construct : ledger_.tables[table].constructs)
        add(table, construct);
  }

  /// Paths with the same text are one: calls from several places of a line.
  void addPath(size_t table, const PathLines &path) {
    std::string id = pathText(path);
    auto [found, is_new] = index_.try_emplace(id, parts_.size());
    if (is_new) {
      parts_.push_back(emptyPart());
      parts_.back().id = id;
      parts_.back().title = printable(id);
      parts_.back().function = path.calls.empty() ? "" : path.calls.back().function;
      parts_.back().file = path.calls.empty() ? "" : path.calls.back().file;
    }
    for (const LedgerLine &line : path.overheads)
      addLine(parts_[found->second].lines[table], line);
  }

  /// A construct shows the title that it has at the largest p.
  void add(size_t table, const ConstructLines &construct) {
    std::string function = functionOf(construct);
    std::string id = view_ == View::Function ? construct.file + "#" + function : construct.id;
    auto [found, is_new] = index_.try_emplace(id, parts_.size());
    if (is_new) {
      parts_.push_back(emptyPart());
      parts_.back().id = id;
      parts_.back().file = construct.file;
      parts_.back().function = function;
    }
    Part &part = parts_[found->second];
    if (view_ == View::Function) {
      part.title = (function.empty() ? "outside of functions" : printable(function)) + "  (" +
                   printable(construct.file) + ")";
    } else if (is_new || ledger_.tables[table].threads >= threads_[id]) {
      threads_[id] = ledger_.tables[table].threads;
      part.construct = &construct;
      part.title = titleAmong(construct, ledger_.tables[table].constructs);
    }
    for (const LedgerLine &line : construct.overheads)
      addLine(part.lines[table], line);
  }

  /// By the largest p; a part that is not there comes last.
  void sort() {
    size_t largest = largestTable(ledger_);
    std::stable_sort(parts_.begin(), parts_.end(), [&](const Part &a, const Part &b) {
      return sizeOf(a.lines[largest]) > sizeOf(b.lines[largest]);
    });
  }

  /// What the parts leave of the program's lines. It has no band.
  Part rest() const {
    Part rest = emptyPart();
    rest.title = view_ == View::Path ? "Serial code, and what has no call path"
                                     : "No location in the source";
    for (size_t table = 0; table < ledger_.tables.size(); ++table)
      for (const LedgerLine &whole : ledger_.tables[table].overheads) {
        LedgerLine left = whole;
        left.repetitions_s.clear();
        for (const Part &part : parts_)
          if (const LedgerLine *placed = part.line(table, whole.category)) {
            double time_s = left.time.time_s - placed->time.time_s;
            left.time = {time_s, time_s, time_s};
          }
        rest.lines[table].push_back(left);
      }
    return rest;
  }

  const Ledger &ledger_;
  View view_;
  std::vector<Part> parts_;
  std::map<std::string, size_t> index_;
  std::map<std::string, int> threads_; // of the table that Part::construct is from
};

} // namespace

View viewNamed(std::string_view name) {
  return name == "program"     ? View::Program
         : name == "function"  ? View::Function
         : name == "construct" ? View::Construct
         : name == "path"      ? View::Path
                               : View::Whole;
}

std::string nounOf(View view) {
  return view == View::Function ? "function" : view == View::Path ? "call path" : "construct";
}

std::string othersTitle(size_t count, View view) {
  std::string text = "Other (";
  text += std::to_string(count) + " " + nounOf(view);
  return text + (count == 1 ? ")" : "s)");
}

/// A region without calls was reached, but nothing says how.
std::string whyNoPaths(const Ledger &ledger) {
  bool regions = false;
  for (const Table &table : ledger.tables)
    for (const PathLines &path : table.paths) {
      regions = true;
      if (!path.calls.empty())
        return "";
    }
  return regions
             ? "the calls to its regions are not known (programs linked with -static have none, "
               "and stacks that a program made itself)"
             : "these results hold none (a version of Tare wrote them that did not know of any)";
}

bool isOfParts(View view) { return view != View::Whole && view != View::Program; }

double Part::total_s(size_t table) const {
  double sum = 0;
  for (const LedgerLine &line : lines[table])
    sum += line.time.time_s;
  return sum;
}

const LedgerLine *Part::line(size_t table, std::string_view category) const {
  return lineOf(lines[table], category);
}

Parts partsOf(const Ledger &ledger, View view) { return Cutter(ledger, view).cut(); }

Part sumOf(const Parts &parts, size_t first) {
  Part sum;
  sum.lines.resize(parts.rest.lines.size());
  for (size_t i = first; i < parts.parts.size(); ++i)
    for (size_t table = 0; table < sum.lines.size(); ++table)
      for (const LedgerLine &line : parts.parts[i].lines[table])
        addLine(sum.lines[table], line);
  return sum;
}

size_t largestTable(const Ledger &ledger) {
  auto found = std::max_element(ledger.tables.begin(), ledger.tables.end(),
                                [](auto &a, auto &b) { return a.threads < b.threads; });
  return static_cast<size_t>(found - ledger.tables.begin());
}

size_t advisedTable(const Ledger &ledger) {
  size_t best = largestTable(ledger);
  int most = 1;
  for (size_t i = 0; i < ledger.tables.size(); ++i)
    if (int p = ledger.tables[i].threads; p > most && p <= ledger.machine.cores) {
      most = p;
      best = i;
    }
  return best;
}

namespace {

/// The largest sure line, if it is below zero and large. Null: it is not.
const LedgerLine *largestGain(const Table &table) {
  const LedgerLine *largest = nullptr;
  for (const LedgerLine &line : table.overheads) {
    bool is_sure =
        line.time.low_s > 0 || line.time.high_s < 0 || line.time.low_s >= line.time.high_s;
    if (is_sure && (!largest || std::abs(line.time.time_s) > std::abs(largest->time.time_s)))
      largest = &line;
  }
  bool is_gain = largest && -largest->time.time_s >= advised_share * table.parallel_time.time_s;
  return is_gain && largest->time.time_s < 0 ? largest : nullptr;
}

/// A gain needs no advice, and may be the reason why there is none.
std::string gainText(const LedgerLine &line, const Table &table) {
  return "the largest row that is certain is a gain: '" + labelOf(line.category) + "' is " +
         tenthPercent(-line.time.time_s / table.parallel_time.time_s) +
         " of T_p less than in the reference";
}

} // namespace

std::string whyNoAdvice(const Table &table) {
  bool any = false;
  std::string at = "No advice " + atSize(sizeOf(table)) + ": ";
  if (!table.advice.empty())
    return "";
  if (std::optional<Unreliability> why = unreliabilityOf(table))
    return at + "the table is not reliable, because " + why->reason() + ".";
  for (const LedgerLine &line : table.overheads) {
    bool is_large = line.time.time_s >= advised_share * table.parallel_time.time_s;
    bool is_unsure = line.time.low_s <= 0 && line.time.high_s > line.time.low_s;
    if (is_large && line.time.time_s > 0 && !is_unsure)
      return at + "no rule fits what is large.";
    any |= is_large && is_unsure;
  }
  const LedgerLine *gain = largestGain(table);
  const std::string unsure =
      "More repetitions (--repeat), or a quieter machine, make them narrower.";
  if (gain)
    return at + gainText(*gain, table) +
           (any ? "; the bands of the other large rows include 0. " + unsure : ".");
  return any ? at + "the bands of all large rows include 0. " + unsure : "";
}

std::string pathText(const PathLines &path) {
  if (path.calls.empty())
    return "(the calls to it are not known)";
  std::string text;
  for (const CallPlace &place : path.calls) {
    text += (text.empty() ? "" : " > ") + place.function;
    if (place.line > 0)
      text += ":" + std::to_string(place.line);
  }
  return text;
}

std::string regionText(const ConstructLines &construct) {
  return construct.isCombinedRegion() ? ", its region" : "";
}

std::string wordsOf(const ConstructLines &construct) {
  std::string words = printable(construct.directive);
  std::string where = construct.in_serial_code ? "serial " : "";
  if (construct.kind == "loop")
    return where + "loop" + (words.empty() ? "" : ", " + words);
  if (construct.kind == "call")
    return where + "call of " + words;
  return words.empty() ? printable(construct.kind) : words;
}

std::string titleOf(const ConstructLines &construct) {
  return printable(construct.file) + ":" + std::to_string(construct.line) + "  " +
         wordsOf(construct) + regionText(construct);
}

std::string titleAmong(const ConstructLines &construct, std::span<const ConstructLines> all) {
  std::string title = titleOf(construct), function = functionOf(construct);
  bool elsewhere = false, again = false; // the same title in another function, or in this one
  for (const ConstructLines &other : all) {
    if (other.line != construct.line || other.file != construct.file || titleOf(other) != title)
      continue;
    elsewhere |= functionOf(other) != function;
    again |= functionOf(other) == function && other.included_at != construct.included_at;
  }
  return title + (elsewhere ? ", in " + printable(function) : "") +
         (again ? ", included at " + printable(construct.included_at) : "");
}

} // namespace tare
