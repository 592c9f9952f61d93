// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/use_lines.h"

#include "instrumenter/nodes/shown_file.h"

#include <cmath>

namespace tare {

namespace {

void addLock(ConstructLines &construct, int key, const Means &means) {
  using Lock = RepetitionAccount::Lock;
  auto mean = [&](auto figure) { return means.mean(&RepetitionAccount::locks, key, figure); };
  double acquisitions =
      mean([](const RepetitionAccount &, const Lock &l) { return l.acquisitions; });
  if (acquisitions > 0)
    construct.lock = LockUse{
        mean([](const RepetitionAccount &a, const Lock &l) { return seconds(a, l.held); }),
        acquisitions, mean([](const RepetitionAccount &, const Lock &l) { return l.contended; })};
}

/// What skipped executions of regions would have counted is an estimate.
void addCounts(ConstructLines &construct, int key, const Means &means) {
  using Counted = RepetitionAccount::Counted;
  auto nearest = [&](uint64_t Counted::*count) {
    return static_cast<int64_t>(
        std::llround(means.mean(&RepetitionAccount::counts, key,
                                [&](const RepetitionAccount &, const Counted &counted) {
                                  return counted.*count;
                                })));
  };
  ConstructCounts counts{nearest(&Counted::entries), nearest(&Counted::iterations),
                nearest(&Counted::acquisitions), true};
  if (counts.entries == 0 && counts.iterations == 0 && counts.acquisitions == 0)
    return;
  auto of = [&](const RepetitionAccount &account) {
    auto found = account.counts.find(key);
    return found == account.counts.end() ? Counted() : found->second;
  };
  Counted first = of(means.accounts().front());
  for (const RepetitionAccount &account : means.accounts())
    counts.is_exact &= account.thinning.skipped == 0 && of(account) == first;
  construct.counts = counts;
}

/// The place with the most atomic constructs is taken from the first repetition that has one.
void addAtomics(ConstructLines &construct, int key, const KeyTable &keys, const Means &means) {
  auto mean = [&](uint64_t AtomicsIn::*count) {
    return means.mean(&RepetitionAccount::work, key,
                      [&](const RepetitionAccount &, const CounterpartWork &work) {
                        return work.atomics.*count;
                      });
  };
  construct.atomics = mean(&AtomicsIn::executions);
  construct.atomics_called = mean(&AtomicsIn::called);
  for (const RepetitionAccount &account : means.accounts())
    if (auto found = account.work.find(key);
        found != account.work.end() && found->second.atomics.key >= 0) {
      construct.atomics_at = shownPlace(keys.node(found->second.atomics.key));
      construct.atomics_there = mean(&AtomicsIn::most);
      return;
    }
}

} // namespace

void addUseLines(ConstructLines &construct, int key, const KeyTable &keys, const Means &means) {
  addCounts(construct, key, means);
  addLock(construct, key, means);
  addAtomics(construct, key, keys, means);
  construct.lack_of_tasks_s =
      means.mean(&RepetitionAccount::lack_of_tasks, key,
                 [](const RepetitionAccount &a, Ticks ticks) { return share(a, ticks); });
}

} // namespace tare
