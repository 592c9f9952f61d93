// SPDX-License-Identifier: Apache-2.0
// A ledger made for one piece of advice.
#pragma once

#include "analyzer/advice/advice.h"
#include "analyzer/ledger/categories.h"
#include "directive.h"

namespace tare::test {

/// A ledger with one large line, 20 % of T_p on two threads, at one construct or at none.
struct Case {
  Ledger ledger;

  explicit Case(std::string_view category, const std::string &kind = "",
                const std::string &directive = "") {
    ledger.reference = "serial";
    ledger.machine.cores = 4;
    Table table;
    table.threads = 2;
    table.repetitions_accepted = table.repetitions_total = 5;
    table.parallel_time = {1, 1, 1};
    table.serial_time = {1.6, 1.6, 1.6};
    for (const CategoryInfo &info : allCategories())
      table.overheads.push_back({std::string(info.name), {}, {}});
    ledger.tables.push_back(table);
    setLine(category, 0.2);
    if (kind.empty())
      return;
    ConstructLines construct;
    construct.id = "x.c#main#" + kind + "#0";
    construct.kind = kind;
    construct.file = "x.c";
    construct.line = 7;
    setDirective(construct, directive.empty() ? kind : directive);
    construct.instances = 1;
    construct.overheads = {{std::string(category), {0.2, 0.2, 0.2}, {}}};
    this->table().constructs.push_back(construct);
  }

  Table &table() { return ledger.tables.front(); }
  ConstructLines &construct() { return table().constructs.front(); }

  void setLine(std::string_view category, double time_s) {
    bool known = false;
    for (LedgerLine &line : table().overheads)
      if (line.category == category)
        line.time = {time_s, time_s, time_s}, known = true;
    if (!known)
      table().overheads.push_back({std::string(category), {time_s, time_s, time_s}, {}});
  }

  /// Of the construct's time; none of the program's line.
  void loseCore(double time_s) {
    std::vector<LedgerLine> &lines = construct().overheads;
    std::erase_if(lines, [](const LedgerLine &l) { return l.category == category::off_cpu; });
    lines.push_back({std::string(category::off_cpu), {time_s, time_s, time_s}, {}});
  }

  template <class Cost> Case &&withIterations(Cost cost, bool mixed = false) && {
    construct().ranges_differ = mixed;
    for (int k = 0; k < 10; ++k)
      construct().iterations.push_back({10 * k, 10 * k + 9, 20, 1e-6 * cost(k), 10});
    return std::move(*this);
  }

  Case &&scattered(double deviation, double work_s) && {
    for (IterationBin &bin : construct().iterations)
      bin.deviation_s = deviation * bin.mean_s;
    construct().work = WorkTimes{work_s, work_s, work_s};
    return std::move(*this);
  }

  Case &&withLock(double held_s) && {
    construct().lock = LockUse{held_s, 1000, 400};
    return std::move(*this);
  }

  Case &&times(double instances) && {
    construct().instances = instances;
    return std::move(*this);
  }

  std::vector<Advice> advice() const { return adviceOn(ledger, ledger.tables.front()); }

  std::string rule() const {
    std::vector<Advice> found = advice();
    return found.size() == 1 ? found[0].rule : std::to_string(found.size()) + " pieces of advice";
  }
};

} // namespace tare::test
