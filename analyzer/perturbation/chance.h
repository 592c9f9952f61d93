// SPDX-License-Identifier: Apache-2.0
// What chance does to a mean cost. Probes take now less, now more than their mean. Taking the mean
// from each leaves too little where one took less (nothing becomes negative), and all that it took
// where one took more; and a team waits for whichever thread had the longer ones. Both only ever
// lengthen the approximated run.
//
//   mean costs of one side of a place's probes -> [claims]
//       -> what one lacked the next has to give
//   a team's arrivals, again and again -> [arrivals] -> less the spread that chance has made
//
// The measure is the index of dispersion (Cox and Lewis 1966, section 4.5): the variance of a sum
// of probes is so many times its mean, whatever their number.
#pragma once

#include "analyzer/profile/spent_list.h"

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tare {

/// One side of the probes around one kind of time at a node, on one thread.
struct ClaimSite {
  uint32_t thread = 0, node = 0;
  Spent kind = Spent::Body; // one that cells have
  bool inside = true;
};

class Claims {
public:
  /// `dispersion` in ticks, of independent probes. 0: nothing is owed.
  Claims(double dispersion, size_t threads, size_t nodes);

  /// What earlier claims there did not find.
  Ticks owed(const ClaimSite &site) const {
    return sites_.empty() ? 0 : sites_[indexOf(site)].owed;
  }
  /// A claim of the mean `cost` and of what was owed left `rest`. It is owed, as far as chance
  /// explains it (three standard deviations of all costs there so far). Returns what is beyond
  /// that.
  Ticks owe(const ClaimSite &site, Ticks cost, Ticks rest);
  /// Of all sites.
  Ticks allOwed() const;

private:
  struct Site {
    Ticks owed = 0;
    double costs = 0;
  };
  size_t indexOf(const ClaimSite &site) const;

  double dispersion_;
  size_t nodes_;
  std::vector<Site> sites_;
};

/// A common point that teams reach again and again.
struct CommonPoint {
  uint32_t region = 0, barrier = 0; // nodes, process-wide
  size_t team = 0;                  // threads
  bool is_first = false;            // since the fork
  auto operator<=>(const CommonPoint &) const = default;
};

/// One thread's arrival there, in ticks of approximated time.
struct ChanceArrival {
  Ticks probes = 0; // mean cost of the probes on its way there, since the common point before
  Ticks end = 0;
};

class Arrivals {
public:
  explicit Arrivals(double dispersion) : dispersion_(dispersion) {}

  /// By how much each would have come later (earlier, below 0) if its probes had taken their mean.
  /// How far threads are from the team's mean varies from instance to instance, by chance and for
  /// reasons of the program's own; of that variance the part that chance has is known, and without
  /// it each is nearer to where it is on average. The sum is 0. `team` by thread number. None for
  /// the 16 instances of a point that come first, and for one that is further off than chance makes
  /// anybody; 16 such in a row, and all begins anew.
  std::vector<Ticks> later(const CommonPoint &point, std::span<const ChanceArrival> team);

private:
  struct History {
    size_t instances = 0, counted = 0, rejected = 0;
    std::vector<std::vector<double>> first; // by thread: distances from the mean of the team
    std::vector<double> means;              // by thread: of them
    double squares = 0;                     // of what they are off from these, all threads
    double by_chance = 0;                   // variance, summed likewise
  };
  static void learn(History &history, std::span<const double> distances, double by_chance);

  double dispersion_;
  std::map<CommonPoint, History> histories_;
};

} // namespace tare
