// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/told.h"

#include "analyzer/ledger/categories.h"

#include <algorithm>

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

const LedgerLine *lineOf(const Table &table, std::string_view category) {
  auto found = std::ranges::find(table.overheads, category, &LedgerLine::category);
  return found == table.overheads.end() ? nullptr : &*found;
}

/// What was measured is never 0 to the nanosecond in every tuple.
bool isNothing(const LedgerLine *line) {
  return line && line->time.time_s == 0 &&
         std::ranges::all_of(line->tuples_s, [](double value) { return value == 0; });
}

std::string reasonOf(const std::string &category, const Table &base, const Table &head,
                     const std::vector<std::string> &references) {
  auto any = [&](const char *name) {
    return std::ranges::find(references, name) != references.end();
  };
  const LedgerLine *b = lineOf(base, category), *h = lineOf(head, category);
  if (comparesRuns(category) && any("none"))
    return "there is no reference to compare with";
  if (isAdditional(category) && any("omp_1"))
    return "it is 0 by definition where the OpenMP program on one thread is the reference";
  if (category == category::data_access && !(b && h))
    return std::string(b   ? "only BASE was"
                       : h ? "only HEAD was"
                           : "neither side was") +
           " measured with hardware counters (tare doctor says whether they can be read); it is "
           "part of the work rate";
  if (category == category::instruction_level && isNothing(b) && isNothing(h))
    return "no program with its pragmas ignored was measured; it is part of the additional "
           "computation";
  if (b && h)
    return "";
  return b ? "only BASE tells it" : h ? "only HEAD tells it" : "neither side tells it";
}

void add(LedgerLine &to, const LedgerLine &added) {
  to.time.time_s += added.time.time_s;
  to.time.low_s += added.time.low_s;
  to.time.high_s += added.time.high_s;
  if (to.tuples_s.size() != added.tuples_s.size())
    to.tuples_s.clear(); // no test without values of both
  for (size_t i = 0; i < to.tuples_s.size(); ++i)
    to.tuples_s[i] += added.tuples_s[i];
}

void rejoin(Lines &lines) {
  auto data = std::ranges::find(lines, category::data_access, &LedgerLine::category);
  if (data == lines.end())
    return;
  LedgerLine moved = *data;
  lines.erase(data);
  auto rate = std::ranges::find(lines, category::work_rate, &LedgerLine::category);
  moved.category = category::work_rate;
  if (rate == lines.end())
    lines.push_back(std::move(moved));
  else
    add(*rate, moved);
}

void rejoin(Table &table) {
  rejoin(table.overheads);
  for (ConstructLines &construct : table.constructs)
    rejoin(construct.overheads);
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
  return untold;
}

bool rejoinDataAccess(Table &base, Table &head) {
  bool in_base = lineOf(base, category::data_access), in_head = lineOf(head, category::data_access);
  if (in_base == in_head)
    return false;
  rejoin(in_base ? base : head);
  return true;
}

} // namespace tare
