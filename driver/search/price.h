// SPDX-License-Identifier: Apache-2.0
// The price of asking at a place: the predicted cost of its probes (Hollingsworth and Miller,
// section 3.1). An earlier step counted their executions, or they are guessed from the text and
// scaled by the counts around them.
#pragma once

#include "analyzer/cost/price.h"
#include "driver/search/evidence.h"
#include "driver/search/places.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// By id: the use of every probe, before the program ran.
using Guesses = std::map<std::string, ProbeUse>;

class PriceList {
public:
  /// The runtime measures at least one of so many executions of a region: probes that are passed
  /// by take a tenth, and ten executions are thought to tell enough.
  static constexpr double passed_by = 0.1, enough_instances = 10;

  PriceList(const Places &places, Guesses guesses);

  /// What was counted counts for the steps that follow.
  void learn(const Evidence &evidence);

  /// A step is charged Price::least.
  Price of(int place) const;
  /// The probes of regions, which no plan can leave out.
  Price always() const;

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
