// SPDX-License-Identifier: Apache-2.0
// What the next step of a search asks: as many places as the budget affords, those first that may
// explain most for what their probes cost.
//
//   Knowledge, PriceList -> [agenda] -> plan of the next step
#pragma once

#include "driver/search/knowledge.h"
#include "driver/search/price.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

/// A place that is worth asking, and why.
struct Wish {
  int place = 0;
  int holder = -1;    // where the time is that it may explain; -1: serial code of the program
  double gain = 0;    // that time, as a share of T_p
  std::set<int> with; // all that must have probes then, the place itself included
  Price price;        // for `with`
};

struct Refusal {
  int place = 0;
  std::string reason;
};

struct Choice {
  std::vector<Wish> asked; // new ones
  std::vector<int> again;  // bands were too wide: with more repetitions
  std::set<int> on;        // all places with probes, those that stay on too
  double predicted = 0;    // least cost of these and of what is always on
  std::vector<Refusal> unaffordable;
  size_t postponed = 0; // there was no room for so many in this step
};

/// Every place that may explain something, the best value first.
std::vector<Wish> wishesOf(const Knowledge &knowledge, const PriceList &prices);

/// Choice::predicted never exceeds the budget where anything but regions is on.
Choice choose(const Knowledge &knowledge, const PriceList &prices);

/// All that was confirmed, as far as the budget goes: for the table at the end.
Choice chooseConfirmed(const Knowledge &knowledge, const PriceList &prices);

} // namespace tare
