// SPDX-License-Identifier: Apache-2.0
// A program of known truth that is never built nor run: what each construct really costs, and what
// a table tells of that when only some constructs have probes.
#pragma once

#include "driver/search/search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tare::testing {

/// What a construct costs by itself, as shares of T_p, and how often it is entered.
struct Truth {
  std::map<Why, double> costs;
  double entries = 100;
  double guessed_entries = 100;
};

class FakeProgram {
public:
  static constexpr double thread_time_s = 2, probe_s = 25e-9;

  int add(NodeKind kind, int around, Truth truth = {}) {
    Place place;
    int index = static_cast<int>(places.all.size());
    place.kind = kind;
    place.file = "x.c";
    place.line = index + 1;
    place.id = "x.c#f#" + std::string(kindName(kind)) + "#" + std::to_string(index);
    place.can_ask = kind != NodeKind::Parallel;
    place.serial = kind == NodeKind::Call || kind == NodeKind::Loop;
    places.by_id[place.id] = index;
    places.all.push_back(place);
    truths.push_back(std::move(truth));
    if (around >= 0) {
      places.all[size_t(around)].inside.push_back(index);
      places.all[size_t(index)].around.push_back(around);
    }
    return index;
  }

  Guesses guesses() const {
    Guesses guesses;
    for (size_t i = 0; i < truths.size(); ++i)
      guesses[places.all[i].id] = use(truths[i].guessed_entries, places.all[i]);
    return guesses;
  }

  /// A construct without probes hides in what is around it: as something without a name, or, if
  /// `misleading`, as imbalance there.
  Evidence measure(const StepRequest &step) {
    steps.push_back(step);
    Evidence evidence;
    evidence.thread_time_s = thread_time_s;
    evidence.repetitions = step.repetitions;
    for (size_t i = 0; i < truths.size(); ++i) {
      int holder = holderOf(static_cast<int>(i), step.on);
      for (auto [why, cost] : truths[i].costs)
        book(evidence, static_cast<int>(i), holder, why, cost);
      if (holder != static_cast<int>(i))
        continue;
      ProbeUse took = use(truths[i].entries, places.all[i]);
      evidence.used[places.all[i].id] = took;
      evidence.observed += took.seconds / thread_time_s;
    }
    widen(evidence, step.repetitions);
    return evidence;
  }

  Places places;
  std::vector<Truth> truths; // by place
  std::vector<StepRequest> steps;
  bool misleading = false;
  double band = 0.002; // half of one, with 3 repetitions
  bool noisy = true;   // false: means are the truth
  std::mt19937_64 random{7};

private:
  static ProbeUse use(double entries, const Place &place) {
    ProbeUse use{entries, entries * probe_s};
    use.instances = place.isRegion() ? 1 : 0;
    return use;
  }

  int holderOf(int place, const std::set<int> &on) const {
    while (places.all[size_t(place)].can_ask && on.count(place) == 0) {
      if (places.all[size_t(place)].around.empty())
        return -1;
      place = places.all[size_t(place)].around.front();
    }
    return place;
  }

  void book(Evidence &evidence, int place, int holder, Why why, double cost) const {
    evidence.program.of(why).mean += why == Why::Serial ? cost : 0;
    if (holder < 0)
      return;
    Figures &figures = evidence.constructs[places.all[size_t(holder)].id];
    if (holder == place)
      figures.of(why).mean += cost;
    else if (misleading)
      figures.of(Why::Imbalance).mean += cost;
    else
      figures.unnamed.mean += cost;
  }

  /// The truth lies within its band.
  void widen(Evidence &evidence, int repetitions) {
    double half = band * std::sqrt(3.0 / repetitions);
    std::uniform_real_distribution<double> shift(-half, half);
    auto widened = [&](Share &share) {
      share.mean += share.mean == 0 || !noisy ? 0 : shift(random);
      share.low = share.mean - half;
      share.high = share.mean + half;
    };
    for (auto &[id, figures] : evidence.constructs) {
      for (Share &share : figures.whys)
        widened(share);
      widened(figures.unnamed);
    }
    for (Share &share : evidence.program.whys)
      widened(share);
  }
};

/// A search of it; what was said is kept.
class FakeSearch {
public:
  FakeSearch(FakeProgram &program, const SearchSettings &settings)
      : program_(program),
        search(
            program.places, program.guesses(), settings,
            {[this](const StepRequest &step) -> Result<Evidence> { return program_.measure(step); },
             [this](const SearchReport &, const Knowledge &) {
               ++saved;
               return Result<void>();
             },
             [this](const std::string &line) { said.push_back(line); }}) {}

  bool run() { return search.run().ok(); }

  Judgement verdictAt(int place, Why why) const {
    auto found = search.knowledge().hypotheses().find({place, why});
    return found == search.knowledge().hypotheses().end() ? Judgement::Open : found->second.verdict;
  }

private:
  FakeProgram &program_;

public:
  Search search;
  int saved = 0;
  std::vector<std::string> said;
};

} // namespace tare::testing
