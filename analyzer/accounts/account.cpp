// SPDX-License-Identifier: Apache-2.0
// Experiment -> Ledger: every tuple is closed, then one statistic over the accepted tuples of a p.
#include "analyzer/accounts/close.h"
#include "analyzer/accounts/coverage.h"
#include "analyzer/accounts/experiment.h"
#include "analyzer/accounts/statistics.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {

namespace {

/// Wall-clock share in seconds of an amount of thread time.
double share(const TupleAccount &account, Ticks thread_time) {
  return static_cast<double>(thread_time) / account.threads / account.ticks_per_second;
}
double seconds(const TupleAccount &account, Ticks time) {
  return static_cast<double>(time) / account.ticks_per_second;
}

class TableMaker {
public:
  TableMaker(const KeyTable &keys, const std::vector<TupleAccount> &accounts)
      : keys_(keys), accounts_(accounts), statistics_(totals(accounts)) {}

  Table make() {
    table_.threads = accounts_.front().threads;
    fillHead();
    for (size_t line = 0; line < allOverheads().size(); ++line)
      table_.overheads.push_back(
          lineOf(line, values([&](const TupleAccount &a) { return share(a, a.totals[line]); })));
    fillParts();
    fillConstructs();
    fillNotes();
    return std::move(table_);
  }

private:
  static std::vector<double> totals(const std::vector<TupleAccount> &accounts) {
    std::vector<double> sums;
    for (const TupleAccount &a : accounts)
      sums.push_back(seconds(a, a.serial + a.parallel + a.instrumented));
    return sums;
  }

  template <class Figure> std::vector<double> values(Figure figure) const {
    std::vector<double> out;
    for (const TupleAccount &a : accounts_)
      out.push_back(figure(a));
    return out;
  }
  template <class Figure> Estimate each(Figure figure) const {
    return statistics_.mean(values(figure));
  }

  LedgerLine lineOf(size_t overhead, std::vector<double> figures) const {
    Estimate mean = statistics_.mean(figures);
    return {std::string(allOverheads()[overhead]->category), mean, std::move(figures)};
  }

  void fillHead() {
    auto serial = values([](const TupleAccount &a) { return seconds(a, a.serial); });
    auto serial_share = values([](const TupleAccount &a) { return share(a, a.serial); });
    auto parallel = values([](const TupleAccount &a) { return seconds(a, a.parallel); });
    auto serial_part = values([](const TupleAccount &a) { return seconds(a, a.serial_part); });
    table_.serial_time = statistics_.mean(serial);
    table_.parallel_time = statistics_.mean(parallel);
    table_.serial_tuples_s = serial;
    table_.parallel_tuples_s = parallel;
    table_.ideal_time = statistics_.mean(serial_share);
    table_.efficiency = statistics_.ratio(serial_share, parallel);
    table_.total_overhead =
        each([](const TupleAccount &a) { return seconds(a, a.parallel) - share(a, a.serial); });
    table_.serial_fraction = statistics_.ratio(serial_part, serial).time_s;
    double limit = statistics_.ratio(serial, serial_part).time_s;
    table_.speedup_limit = std::isfinite(limit) ? limit : 0;
    table_.mean_threads_in_regions =
        each([](const TupleAccount &a) { return a.mean_threads_in_regions; }).time_s;
  }

  void fillParts() {
    auto part = [&](Ticks UnidentifiedTicks::*which) {
      return each([&](const TupleAccount &a) { return share(a, a.unidentified.*which); }).time_s;
    };
    table_.unidentified_parts = {part(&UnidentifiedTicks::agreement),
                                 part(&UnidentifiedTicks::unpaired),
                                 part(&UnidentifiedTicks::opaque)};
    Estimate cost = each([](const TupleAccount &a) {
      return a.has_plain ? seconds(a, a.instrumented - a.parallel) : 0;
    });
    table_.own_cost = {cost.time_s, cost.low_s, cost.high_s};
  }

  void fillConstructs() {
    std::set<int> seen;
    for (const TupleAccount &a : accounts_)
      for (const auto &[key, lines] : a.at)
        seen.insert(key);
    for (int key : seen)
      addConstruct(key);
    std::stable_sort(
        table_.constructs.begin(), table_.constructs.end(),
        [](const ConstructLines &a, const ConstructLines &b) { return weight(a) > weight(b); });
  }

  static double weight(const ConstructLines &construct) {
    double sum = 0;
    for (const LedgerLine &line : construct.overheads)
      sum += std::abs(line.time.time_s);
    return sum;
  }

  void addConstruct(int key) {
    const Node &node = keys_.node(key);
    ConstructLines construct;
    construct.id = node.id.text();
    construct.kind = kindName(node.kind);
    construct.file = node.id.path.empty() ? node.place.file : node.id.path;
    construct.line = node.place.line;
    construct.column = node.place.column;
    construct.directive = node.directive;
    construct.hashes = node.hashes;
    construct.twin = "same source";
    construct.instances = each([&](const TupleAccount &a) {
                            auto found = a.instances.find(key);
                            return found == a.instances.end() ? 0.0 : double(found->second);
                          }).time_s;
    addLock(construct, key);
    for (size_t line = 0; line < allOverheads().size(); ++line)
      addConstructLine(construct, key, line);
    if (!construct.overheads.empty())
      table_.constructs.push_back(construct);
  }

  void addLock(ConstructLines &construct, int key) {
    auto mean = [&](auto figure) {
      return each([&](const TupleAccount &a) {
               auto found = a.locks.find(key);
               return found == a.locks.end() ? 0.0 : figure(a, found->second);
             })
          .time_s;
    };
    using Lock = TupleAccount::Lock;
    double acquisitions =
        mean([](const TupleAccount &, const Lock &l) { return double(l.acquisitions); });
    if (acquisitions > 0)
      construct.lock =
          LockUse{mean([](const TupleAccount &a, const Lock &l) { return seconds(a, l.held); }),
                  acquisitions,
                  mean([](const TupleAccount &, const Lock &l) { return double(l.contended); })};
  }

  void addConstructLine(ConstructLines &construct, int key, size_t line) {
    auto figures = values([&](const TupleAccount &a) {
      auto at = a.at.find(key);
      return at == a.at.end() ? 0.0 : share(a, at->second[line]);
    });
    if (std::all_of(figures.begin(), figures.end(), [](double v) { return v == 0; }))
      return;
    construct.overheads.push_back(lineOf(line, std::move(figures)));
  }

  void fillNotes() {
    for (const TupleAccount &a : accounts_) {
      table_.cut_off |= a.cut_off;
      for (const std::string &note : a.notes)
        if (std::find(table_.notes.begin(), table_.notes.end(), note) == table_.notes.end())
          table_.notes.push_back(note);
    }
  }

  const KeyTable &keys_;
  const std::vector<TupleAccount> &accounts_;
  TupleStatistics statistics_;
  Table table_;
};

Result<Table> tableFor(int threads, const Experiment &experiment, KeyTable &keys) {
  std::vector<TupleAccount> accounts;
  std::vector<int> numbers;
  int total = 0;
  for (const Tuple &tuple : experiment.tuples) {
    if (tuple.threads != threads)
      continue;
    total += 1;
    if (!tuple.accepted)
      continue;
    Result<TupleAccount> account = closeTuple(tuple, keys);
    if (!account.ok())
      return account.error();
    accounts.push_back(std::move(account.value()));
    numbers.push_back(tuple.number > 0 ? tuple.number : total);
  }
  if (accounts.empty())
    return Error{"no accepted run for p = " + std::to_string(threads)};
  Table table = TableMaker(keys, accounts).make();
  table.tuples = numbers;
  table.tuples_accepted = static_cast<int>(accounts.size());
  table.tuples_total = total;
  if (experiment.machine.cores > 0 && threads > experiment.machine.cores)
    table.notes.push_back("more threads than cores: waits contain time without a core");
  return table;
}

Result<void> checkNotEmpty(const Experiment &experiment) {
  if (experiment.tuples.empty())
    return Error{"no instrumented run in this experiment"};
  for (const Tuple &tuple : experiment.tuples)
    if (!tuple.instrumented.profile || tuple.instrumented.profile->regions == 0)
      return Error{"no parallel region was executed",
                   tuple.instrumented.profile ? tuple.instrumented.profile->path : "",
                   "is the program built with -fopenmp, through `tare cc`?"};
  return {};
}

} // namespace

Result<Ledger> account(const Experiment &experiment) {
  if (Result<void> some = checkNotEmpty(experiment); !some.ok())
    return some.error();
  Ledger ledger;
  ledger.program = experiment.program;
  ledger.reference = experiment.reference;
  ledger.machine = experiment.machine;
  ledger.runs = experiment.runs;
  ledger.warnings = experiment.warnings;
  ledger.settings = experiment.settings;
  std::set<int> threads;
  for (const Tuple &tuple : experiment.tuples)
    threads.insert(tuple.threads);
  KeyTable keys;
  for (int p : threads) {
    Result<Table> table = tableFor(p, experiment, keys);
    if (!table.ok())
      return table.error();
    ledger.tables.push_back(std::move(table.value()));
  }
  ledger.coverage = coverageOf(*experiment.tuples.front().instrumented.profile);
  return ledger;
}

} // namespace tare
