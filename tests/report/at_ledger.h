// SPDX-License-Identifier: Apache-2.0
// Ledgers with constructs at places, for tests of one part of a program.
#pragma once

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/report/at_place.h"

#include <set>

namespace tare::test {

using Ids = std::set<std::string>;

struct At {
  std::string file;
  int line = 0, column = 1, end_line = 0;
  std::string function = "main";
  std::string region = {}; // id of the one around it
};

inline ConstructLines constructAt(const std::string &id, const At &at) {
  ConstructLines construct;
  construct.id = id;
  construct.kind = construct.directive = "for";
  construct.file = at.file;
  construct.line = at.line;
  construct.column = at.column;
  construct.end_line = at.end_line ? at.end_line : at.line;
  construct.function = at.function;
  construct.region = at.region;
  construct.instances = 1;
  construct.time_s = 0.5;
  construct.overheads = {{std::string(category::load_imbalance), {0.125, 0, 0.25}, {}}};
  return construct;
}

/// One table whose program has what its constructs have, and one second beside them.
inline Ledger ledgerWith(std::vector<ConstructLines> constructs) {
  Ledger ledger;
  ledger.program = "p";
  ledger.reference = "serial";
  Table table;
  table.threads = 2;
  table.constructs = std::move(constructs);
  double count = static_cast<double>(table.constructs.size());
  table.overheads = {{std::string(category::load_imbalance), {0.125 * count, 0, 0.25 * count}, {}},
                     {std::string(category::unidentified), {0, 0, 0}, {}}};
  double parallel_s = 0.5 * count + 1, overhead_s = 0.125 * count;
  table.parallel_time = {parallel_s, parallel_s, parallel_s};
  table.total_overhead = {overhead_s, overhead_s, overhead_s};
  table.ideal_time = {parallel_s - overhead_s, parallel_s - overhead_s, parallel_s - overhead_s};
  table.serial_time = table.ideal_time;
  ledger.tables.push_back(std::move(table));
  return ledger;
}

/// Two functions: a region of solve with a loop and a single in it, and a critical that only that
/// region calls; and a region of a header.
inline Ledger nested() {
  return ledgerWith({constructAt("region", {"src/a.c", 10, 1, 20, "solve"}),
                     constructAt("loop", {"src/a.c", 12, 3, 15, "solve", "region"}),
                     constructAt("single", {"src/a.c", 17, 3, 18, "solve", "region"}),
                     constructAt("critical", {"src/a.c", 4, 3, 5, "add", "region"}),
                     constructAt("outer loop", {"src/a.c", 30, 3, 40, "ns::run"}),
                     constructAt("inner loop", {"src/a.c", 32, 5, 34, "ns::run"}),
                     constructAt("of header", {"include/t.h", 12, 1, 14, "Tree<int, 2>::walk"}),
                     constructAt("of header, too", {"include/t.h", 12, 1, 14, "Tree<T>::walk"})});
}

inline Result<Ids> idsAt(const Ledger &ledger, const std::string &text) {
  TARE_TRY(AtPlace place, readAtPlace(text));
  return constructsAt(ledger, place);
}

} // namespace tare::test
