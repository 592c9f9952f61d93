// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/told.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

using Lines = std::vector<LedgerLine>;

bool isAdditional(std::string_view category) {
  return category == category::additional_computation || category == category::instruction_level;
}

bool comparesRuns(std::string_view category) {
  return isAdditional(category) || category == category::work_rate ||
         category == category::data_access;
}

/// A line that is 0 in every repetition was not measured: no time is 0 to the nanosecond.
bool isNothing(const LedgerLine *line) {
  return line && line->time.time_s == 0 &&
         std::ranges::all_of(line->repetitions_s, [](double value) { return value == 0; });
}

bool tells(const Table &table, std::string_view category) {
  const LedgerLine *line = lineOf(table.overheads, category);
  return line && !isNothing(line);
}

const char *onlySide(bool in_base) { return in_base ? "only BASE" : "only HEAD"; }

std::string reasonOf(const std::string &category, const Table &base, const Table &head,
                     const std::vector<std::string> &references) {
  auto any = [&](const char *name) {
    return std::ranges::find(references, name) != references.end();
  };
  const LedgerLine *b = lineOf(base.overheads, category), *h = lineOf(head.overheads, category);
  if (comparesRuns(category) && any("none"))
    return "there is no reference to compare with";
  if (isAdditional(category) && any("omp_1"))
    return "it is 0 by definition where the OpenMP program on one thread is the reference";
  if (category == category::data_access && !(b && h))
    return std::string(b   ? "only BASE was"
                       : h ? "only HEAD was"
                           : "neither side was") +
           " measured with hardware counters (tare doctor says whether they can be read); it is "
           "part of work inflation";
  if (category == category::instruction_level) {
    bool in_base = tells(base, category), in_head = tells(head, category);
    const char *part = "it is part of the extra code";
    if (in_base != in_head)
      return std::string(onlySide(in_base)) + " was measured with its pragmas ignored; " + part;
    if (!in_base && b && h)
      return std::string("no program with its pragmas ignored was measured; ") + part;
  }
  if (b && h && (b->is_void || h->is_void))
    return std::string("it is a range, not a figure, in ") + (b->is_void ? "BASE" : "HEAD");
  if (b && h)
    return "";
  return b ? "only BASE tells it" : h ? "only HEAD tells it" : "neither side tells it";
}

void add(LedgerLine &to, const LedgerLine &added) {
  to.time.time_s += added.time.time_s;
  to.time.low_s += added.time.low_s;
  to.time.high_s += added.time.high_s;
  if (to.repetitions_s.size() != added.repetitions_s.size())
    to.repetitions_s.clear(); // no test without values of both
  for (size_t i = 0; i < to.repetitions_s.size(); ++i)
    to.repetitions_s[i] += added.repetitions_s[i];
}

/// Adds a part to the line that it was taken from, which it replaces where there is none.
void rejoin(Lines &lines, std::string_view part, std::string_view whole) {
  auto found = std::ranges::find(lines, part, &LedgerLine::category);
  if (found == lines.end())
    return;
  LedgerLine moved = *found;
  lines.erase(found);
  auto rest = std::ranges::find(lines, whole, &LedgerLine::category);
  moved.category = whole;
  if (rest == lines.end())
    lines.push_back(std::move(moved));
  else
    add(*rest, moved);
}

void rejoin(Table &table, std::string_view part, std::string_view whole) {
  rejoin(table.overheads, part, whole);
  for (ConstructLines &construct : table.constructs)
    rejoin(construct.overheads, part, whole);
}

/// Whether the whole program's line of a table with pairing can be compared with one without:
/// constructs without a counterpart took less out of it than a change that would be reported.
bool isWholeLineAlike(const Table &paired) {
  constexpr double little = 0.005; // of T_p
  return std::abs(paired.unidentified_parts.unpaired_s) <= little * paired.parallel_time.time_s;
}

/// Adds lines that one side has at no construct: additional computation has places only where the
/// serial program had probes.
void addPlaces(std::vector<UntoldLine> &untold, const Table &base, const Table &head) {
  bool in_base = base.pairing.has_value();
  if (in_base == head.pairing.has_value())
    return;
  std::string reason =
      std::string(onlySide(in_base)) + " was measured with probes in its serial program";
  bool at_constructs = isWholeLineAlike(in_base ? base : head);
  for (std::string_view category : {category::additional_computation, category::instruction_level})
    if (std::ranges::find(untold, category, &UntoldLine::category) == untold.end())
      untold.push_back({std::string(category), reason, at_constructs});
}

} // namespace

std::vector<UntoldLine> untoldLines(const Table &base, const Table &head,
                                    const std::string &base_reference,
                                    const std::string &head_reference) {
  std::vector<std::string> categories;
  for (const CategoryInfo &info : allCategories())
    categories.emplace_back(info.name);
  for (const Table *table : {&base, &head})
    for (const LedgerLine &line : table->overheads)
      if (std::ranges::find(categories, line.category) == categories.end())
        categories.push_back(line.category);
  std::vector<UntoldLine> untold;
  for (const std::string &category : categories)
    if (std::string reason = reasonOf(category, base, head, {base_reference, head_reference});
        !reason.empty())
      untold.push_back({category, reason});
  addPlaces(untold, base, head);
  return untold;
}

std::vector<std::string> rejoinParts(Table &base, Table &head) {
  std::vector<std::string> rejoined;
  auto rejoinBoth = [&](std::string_view part, std::string_view whole) {
    rejoin(base, part, whole);
    rejoin(head, part, whole);
    rejoined.emplace_back(part);
  };
  if (!lineOf(base.overheads, category::data_access) !=
      !lineOf(head.overheads, category::data_access))
    rejoinBoth(category::data_access, category::work_rate);
  if (tells(base, category::instruction_level) != tells(head, category::instruction_level))
    rejoinBoth(category::instruction_level, category::additional_computation);
  return rejoined;
}

} // namespace tare
