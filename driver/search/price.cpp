// SPDX-License-Identifier: Apache-2.0
#include "driver/search/price.h"

#include <algorithm>
#include <deque>
#include <set>

namespace tare {
namespace {

/// How much more often what is inside runs than the text lets one think.
double ratioOf(const ProbeUse &counted, const ProbeUse &guess) {
  if (counted.iterations > 0 && guess.iterations > 0)
    return counted.iterations / guess.iterations;
  return counted.entries / guess.entries;
}

} // namespace

PriceList::PriceList(const Places &places, Guesses guesses)
    : places_(places), guesses_(std::move(guesses)) {}

void PriceList::learn(const Evidence &evidence) {
  thread_time_s_ = evidence.thread_time_s;
  for (const auto &[id, use] : evidence.used)
    counted_[id] = use;
}

Price PriceList::of(int place) const {
  std::optional<ProbeUse> counted = countedAt(place);
  ProbeUse use = counted ? *counted : scaledGuess(place);
  double all = thread_time_s_ > 0 ? use.seconds / thread_time_s_ : 0;
  return {all, all * leastShare(place), counted.has_value()};
}

Price PriceList::always() const {
  Price sum;
  for (int place = 0; place < places_.count(); ++place)
    if (!places_[place].can_ask && countedAt(place))
      sum += of(place);
  return sum;
}

/// None: no step has counted there.
std::optional<ProbeUse> PriceList::countedAt(int place) const {
  auto found = counted_.find(places_[place].id);
  return found == counted_.end() ? std::nullopt : std::optional(found->second);
}

/// The text's guess of how often the code around runs is replaced by what was counted there.
ProbeUse PriceList::scaledGuess(int place) const {
  auto own = guesses_.find(places_[place].id);
  if (own == guesses_.end())
    return {};
  std::deque<int> todo(places_[place].around.begin(), places_[place].around.end());
  std::set<int> seen(todo.begin(), todo.end());
  while (!todo.empty()) {
    int at = todo.front();
    todo.pop_front();
    std::optional<ProbeUse> counted = countedAt(at);
    auto guess = guesses_.find(places_[at].id);
    if (counted && guess != guesses_.end() && guess->second.entries > 0) {
      double factor = ratioOf(*counted, guess->second);
      return {own->second.entries * factor, own->second.seconds * factor};
    }
    for (int outer : places_[at].around)
      if (seen.insert(outer).second)
        todo.push_back(outer);
  }
  return own->second;
}

/// The most that any region around still needs; 1 where none is around.
double PriceList::leastShare(int place) const {
  if (places_[place].isRegion())
    return leastShareOfRegion(place);
  double most = 0;
  for (int region : regionsAround(place))
    most = std::max(most, leastShareOfRegion(region));
  return most > 0 ? most : 1;
}

double PriceList::leastShareOfRegion(int region) const {
  std::optional<ProbeUse> counted = countedAt(region);
  if (!counted || counted->instances <= 0)
    return 1;
  return std::clamp(enough_instances / counted->instances, passed_by, 1.0);
}

/// Outermost ones: only these can be left out while the program runs.
std::vector<int> PriceList::regionsAround(int place) const {
  std::vector<int> regions;
  std::set<int> seen = {place};
  std::deque<int> todo = {place};
  while (!todo.empty()) {
    int at = todo.front();
    todo.pop_front();
    const Place &here = places_[at];
    if (here.isRegion() && here.around.empty())
      regions.push_back(at);
    for (int outer : here.around)
      if (seen.insert(outer).second)
        todo.push_back(outer);
  }
  return regions;
}

} // namespace tare
