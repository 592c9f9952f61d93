// SPDX-License-Identifier: Apache-2.0
// The price of probes, as shares of a run's time, and what a budget can pay for (Hollingsworth and
// Miller, section 5: the threshold says how much is tried, not what).
//
//   predicted cost -> [price] -> constructs that get probes, constructs that do not
#pragma once

#include <string>
#include <vector>

namespace tare {

/// Shares of p*T_p, or of T_p where one thread executes most of them and the others may wait for
/// it.
struct Price {
  double all = 0;      // for all executions
  double least = 0;    // for as few as the runtime can measure, skipping the others
  bool counted = true; // in a run; else guessed from the text

  Price &operator+=(const Price &more);
};

/// A budget while it is being spent. What counts is Price::least: the runtime skips the rest.
class Purse {
public:
  explicit Purse(double budget, double spent = 0) : budget_(budget), spent_(spent) {}

  bool affords(const Price &price) const { return spent_ + price.least <= budget_; }
  /// False: nothing was paid, for the purse does not afford it.
  bool pay(const Price &price);
  double spent() const { return spent_; }

private:
  double budget_, spent_;
};

struct PricedConstruct {
  std::string id;    // NodeId::text()
  std::string group; // constructs that get probes only together; empty: this one alone
  Price price;
};

struct Affordable {
  std::vector<PricedConstruct> unprobed; // not affordable; the dearest first
  double least = 0;                      // Price::least of all others together
};

/// The cheapest get probes, up to half of the budget: the other half is for what can be skipped.
/// The others get no probe at all. One that only finds out that it is off would still cost a task
/// of 28 ns a tenth of its time.
Affordable affordable(const std::vector<PricedConstruct> &constructs, double budget);

} // namespace tare
