// SPDX-License-Identifier: Apache-2.0
// What it costs to ask: the predicted cost (Hollingsworth and Miller, section 3.1) of a place's
// probes as a share of p*T_p, counted in an earlier step, or guessed from the text and scaled by
// what was counted around it; and how little of that a budget at run time can bring it down to.
#pragma once

#include "driver/search/evidence.h"
#include "driver/search/places.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct AskingPrice {
  double full = 0;      // every execution of its probes
  double least = 0;     // as few as still tell something: what a step is charged
  bool counted = false; // else guessed
};

/// By id; of the program with every probe in it, before it ran.
using Guesses = std::map<std::string, ProbeUse>;

class PriceList {
public:
  /// The runtime measures at least one of so many executions of a region: probes that are passed
  /// by take a tenth, and ten executions are thought to tell enough.
  static constexpr double passed_by = 0.1, enough_instances = 10;

  PriceList(const Places &places, Guesses guesses);

  /// What was counted counts for the steps that follow.
  void learn(const Evidence &evidence);

  AskingPrice of(int place) const;
  /// What a plan cannot leave out: regions.
  AskingPrice always() const;

private:
  std::optional<ProbeUse> countedAt(int place) const;
  ProbeUse scaledGuess(int place) const;
  double leastShare(int place) const;
  double leastShareOfRegion(int region) const;
  std::vector<int> regionsAround(int place) const;

  const Places &places_;
  Guesses guesses_;
  std::map<std::string, ProbeUse> counted_;
  double thread_time_s_ = 0;
};

} // namespace tare
