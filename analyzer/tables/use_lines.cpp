// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/use_lines.h"

#include "instrumenter/nodes/shown_file.h"

namespace tare {

namespace {

class UseLines {
public:
  UseLines(int key, const std::vector<TupleAccount> &accounts, const TupleStatistics &statistics)
      : key_(key), accounts_(accounts), statistics_(statistics) {}

  void addLock(ConstructLines &construct) const {
    using Lock = TupleAccount::Lock;
    auto lock = [&](auto figure) { return mean(&TupleAccount::locks, figure); };
    double acquisitions =
        lock([](const TupleAccount &, const Lock &l) { return double(l.acquisitions); });
    if (acquisitions > 0)
      construct.lock =
          LockUse{lock([](const TupleAccount &a, const Lock &l) { return seconds(a, l.held); }),
                  acquisitions,
                  lock([](const TupleAccount &, const Lock &l) { return double(l.contended); })};
  }

  void addAtomics(ConstructLines &construct, const KeyTable &keys) const {
    construct.atomics = atomics(&AtomicsIn::executions);
    construct.atomics_called = atomics(&AtomicsIn::called);
    for (const TupleAccount &account : accounts_)
      if (auto found = account.work.find(key_);
          found != account.work.end() && found->second.atomics.key >= 0) {
        construct.atomics_at = shownPlace(keys.node(found->second.atomics.key));
        construct.atomics_there = atomics(&AtomicsIn::most);
        return;
      }
  }

  void addLackOfTasks(ConstructLines &construct) const {
    construct.lack_of_tasks_s =
        mean(&TupleAccount::lack_of_tasks,
             [](const TupleAccount &a, Ticks ticks) { return share(a, ticks); });
  }

private:
  double atomics(uint64_t AtomicsIn::*count) const {
    return mean(&TupleAccount::work, [count](const TupleAccount &, const TwinWork &w) {
      return static_cast<double>(w.atomics.*count);
    });
  }

  template <class Uses, class Figure> double mean(Uses TupleAccount::*uses, Figure figure) const {
    std::vector<double> values;
    for (const TupleAccount &account : accounts_) {
      auto found = (account.*uses).find(key_);
      values.push_back(found == (account.*uses).end() ? 0.0 : figure(account, found->second));
    }
    return statistics_.mean(values).time_s;
  }

  int key_;
  const std::vector<TupleAccount> &accounts_;
  const TupleStatistics &statistics_;
};

} // namespace

void addUseLines(ConstructLines &construct, int key, const KeyTable &keys,
                 const std::vector<TupleAccount> &accounts, const TupleStatistics &statistics) {
  UseLines lines(key, accounts, statistics);
  lines.addLock(construct);
  lines.addAtomics(construct, keys);
  lines.addLackOfTasks(construct);
}

} // namespace tare
