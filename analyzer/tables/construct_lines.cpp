// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/construct_lines.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/tables/loop_lines.h"
#include "analyzer/tables/use_lines.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

class ConstructMaker {
public:
  ConstructMaker(const KeyTable &keys, const Means &means,
                 const SlowedCounterparts &slowed_counterparts, int key)
      : means_(means), slowed_counterparts_(slowed_counterparts), key_(key), node_(keys.node(key)) {
    construct_.id = node_.id.text();
    construct_.kind = kindName(node_.kind);
    construct_.file = fileOf(node_);
    construct_.line = node_.place.line;
    construct_.column = node_.place.column;
    construct_.end_line = node_.place.end_line;
    construct_.included_at = node_.included_at;
    construct_.directive = node_.directive;
    construct_.locking_calls = node_.locking_calls;
    construct_.clauses = node_.clauses;
    construct_.in_serial_code = node_.serial;
    construct_.hashes = node_.hashes;
    construct_.function = node_.id.function;
  }

  ConstructLines make(const KeyTable &keys) {
    construct_.instances =
        means_.mean(&RepetitionAccount::instances, key_,
                    [](const RepetitionAccount &, uint64_t times) { return times; });
    construct_.time_s =
        means_.mean(&RepetitionAccount::area, key_,
                    [](const RepetitionAccount &a, Ticks area) { return share(a, area); });
    construct_.iterations_counted =
        means_.mean(&RepetitionAccount::iterations, key_,
                    [](const RepetitionAccount &, uint64_t count) { return count; });
    fillCounterpart();
    fillWork();
    fillCpuWaits();
    addUseLines(construct_, key_, keys, means_);
    for (size_t line = 0; line < allOverheads().size(); ++line)
      addLine(line);
    addLoopLines(construct_, key_, node_, means_.accounts());
    return std::move(construct_);
  }

private:
  /// How the serial counterpart was found, in the last repetition that has one.
  void fillCounterpart() {
    for (const RepetitionAccount &account : means_.accounts())
      if (auto at = account.work.find(key_);
          at != account.work.end() && !at->second.counterpart_by.empty())
        construct_.counterpart = at->second.counterpart_by;
    bool expects_one = isOpenMP(node_.kind); // none is looked for of serial statements
    if (construct_.counterpart.empty() && expects_one &&
        means_.accounts().front().has_serial_program)
      construct_.counterpart = "none";
  }

  void fillWork() {
    auto time = [&](Ticks CounterpartWork::*which) {
      return means_.mean(&RepetitionAccount::work, key_,
                         [&](const RepetitionAccount &a, const CounterpartWork &work) {
                           return seconds(a, work.*which);
                         });
    };
    auto executions = [&](uint64_t CounterpartWork::*which) {
      return means_.mean(
          &RepetitionAccount::work, key_,
          [&](const RepetitionAccount &, const CounterpartWork &work) { return work.*which; });
    };
    WorkTimes work{time(&CounterpartWork::serial), time(&CounterpartWork::one),
                   time(&CounterpartWork::many)};
    if (double one = executions(&CounterpartWork::executions_one); one > 0)
      work.executions_ratio = executions(&CounterpartWork::executions_many) / one;
    work.not_on_one = std::ranges::all_of(means_.accounts(), [&](const RepetitionAccount &a) {
      auto at = a.work.find(key_);
      return at != a.work.end() && at->second.not_on_one;
    });
    if (work.serial_s != 0 || work.one_s != 0 || work.many_s != 0)
      construct_.work = work;
  }

  void fillCpuWaits() {
    auto time = [&](Ticks RepetitionAccount::CpuWait::*which) {
      return means_.mean(&RepetitionAccount::cpu_waits, key_,
                         [&](const RepetitionAccount &a, const RepetitionAccount::CpuWait &wait) {
                           return seconds(a, wait.*which);
                         });
    };
    construct_.cpu_waits = {time(&RepetitionAccount::CpuWait::one),
                            time(&RepetitionAccount::CpuWait::many)};
  }

  /// One overhead of the construct in each repetition, wall-clock seconds.
  std::vector<double> shares(std::map<int, std::vector<Ticks>> RepetitionAccount::*nodes,
                             size_t line) const {
    return means_.values(nodes, key_,
                         [&](const RepetitionAccount &a, const std::vector<Ticks> &lines) {
                           return share(a, line < lines.size() ? lines[line] : 0);
                         });
  }

  /// A line that is 0 in all repetitions is left out.
  void addLine(size_t line) {
    std::vector<double> figures = shares(&RepetitionAccount::at, line);
    if (std::ranges::all_of(figures, [](double value) { return value == 0; }))
      return;
    LedgerLine added =
        lineOf(line, means_, std::move(figures), shares(&RepetitionAccount::doubt_at, line),
               shares(&RepetitionAccount::sampling_at, line));
    bool of_counterparts = added.category == category::additional_computation ||
                           added.category == category::instruction_level;
    if (of_counterparts && construct_.work)
      added.time = slowed_counterparts_.widened(added.time, construct_.work->serial_s,
                                                means_.accounts().front().threads);
    construct_.overheads.push_back(std::move(added));
  }

  const Means &means_;
  const SlowedCounterparts &slowed_counterparts_;
  int key_;
  const Node &node_;
  ConstructLines construct_;
};

} // namespace

std::vector<ConstructLines> constructLines(const KeyTable &keys, const Means &means,
                                           const SlowedCounterparts &slowed_counterparts) {
  std::set<int> executed;
  for (const RepetitionAccount &account : means.accounts()) {
    for (const auto &[key, lines] : account.at)
      executed.insert(key);
    for (const auto &[key, area] : account.area)
      executed.insert(key);
  }
  std::vector<ConstructLines> constructs;
  for (int key : executed) {
    ConstructLines construct = ConstructMaker(keys, means, slowed_counterparts, key).make(keys);
    if (!construct.overheads.empty() || *construct.time_s != 0)
      constructs.push_back(std::move(construct));
  }
  std::ranges::stable_sort(constructs, std::greater(), [](const ConstructLines &construct) {
    return sizeOf(construct.overheads);
  });
  return constructs;
}

} // namespace tare
