// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/at_part.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/parts.h"

namespace tare {
namespace {

Estimate exactly(double time_s) { return {time_s, time_s, time_s}; }

/// With every category of the whole, and what only a construct of another writer's ledger has.
std::vector<LedgerLine> sumOfLines(const Table &whole,
                                   const std::vector<ConstructLines> &constructs) {
  std::vector<LedgerLine> lines;
  for (const LedgerLine &line : whole.overheads)
    lines.push_back({line.category, {}, {}});
  for (const ConstructLines &construct : constructs)
    for (const LedgerLine &line : construct.overheads)
      addLine(lines, {line.category, line.time, {}});
  return lines;
}

Table partOf(const Table &whole, const std::set<std::string> &ids) {
  Table part;
  part.threads = whole.threads;
  part.ranks = whole.ranks;
  part.cut_off = whole.cut_off;
  part.pairing = whole.pairing;
  double time_s = 0, overhead_s = 0;
  for (const ConstructLines &construct : whole.constructs)
    if (ids.contains(construct.id)) {
      part.constructs.push_back(construct);
      time_s += construct.time_s.value_or(0);
    }
  part.overheads = sumOfLines(whole, part.constructs);
  for (const LedgerLine &line : part.overheads)
    overhead_s += line.time.time_s;
  double ideal_s = time_s - overhead_s;
  part.parallel_time = exactly(time_s);
  part.total_overhead = exactly(overhead_s);
  part.ideal_time = exactly(ideal_s);
  part.serial_time = exactly(ideal_s * whole.threads);
  part.efficiency = exactly(time_s > 0 ? ideal_s / time_s : 0);
  return part;
}

} // namespace

Result<Ledger> partOf(const Ledger &whole, const std::set<std::string> &ids) {
  for (const Table &table : whole.tables)
    for (const ConstructLines &construct : table.constructs)
      if (ids.contains(construct.id) && !construct.time_s)
        return Error{"this table does not say how long single constructs took: an earlier version "
                     "of Tare wrote it",
                     {},
                     "name the results folder, from which the table is made anew"};
  Ledger part;
  part.program = whole.program;
  part.reference = whole.reference;
  part.machine = whole.machine;
  for (const Table &table : whole.tables)
    part.tables.push_back(partOf(table, ids));
  return part;
}

std::vector<LedgerLine> restOf(const Table &whole, const Table &part) {
  std::vector<LedgerLine> rest;
  for (const LedgerLine &line : part.overheads) {
    const LedgerLine *all = lineOf(whole.overheads, line.category);
    rest.push_back({line.category, exactly((all ? all->time.time_s : 0) - line.time.time_s), {}});
  }
  return rest;
}

} // namespace tare
