// SPDX-License-Identifier: Apache-2.0
// In which time of serial code the outer sides of probes lie: those of regions and of statements.
// What is around one is what encloses it in the source of its function; around that, the statements
// that its function was called from, as far as the profile tells; around all, what has no place.
//
//   node, ticks -> [serial places] -> SERIAL cells and serial_ticks, shorter
#pragma once

#include "analyzer/perturbation/removal.h"

#include <vector>

namespace tare {

class SerialPlaces {
public:
  SerialPlaces(Profile &profile, Removal &removal) : profile_(profile), removal_(removal) {}

  /// From what is around a node, innermost first.
  void takeAround(ProfileThread &thread, uint32_t node, Ticks amount);
  /// What was too much for its places, from all of the thread's serial code by proportion. What is
  /// more than that is unfounded.
  void takeRest(ProfileThread &thread);

private:
  struct Place {
    Ticks *ticks;
    Ticks spare; // a statement without a tick would be one that was not measured
  };
  struct Around {
    std::vector<uint32_t> statements;
    bool all_known = true;
  };

  Around around(const ProfileThread &thread, const std::vector<uint32_t> &nodes) const;
  static Place placeOf(ProfileThread &thread, uint32_t statement);
  Ticks take(const std::vector<Place> &places, Ticks amount);

  Profile &profile_;
  Removal &removal_;
  Ticks rest_ = 0;
};

} // namespace tare
