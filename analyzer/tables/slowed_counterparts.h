// SPDX-License-Identifier: Apache-2.0
// Probes can make the serial program slower by more than they take: the compiler then makes
// something else of it. Its times of constructs are scaled to T_s all the same, as if all of it
// were slower alike. How wrong that can be at one construct:
//
//   counterparts' times as scaled (W_s), how much longer the run took -> [slowed_twins] -> wider
//   bands
#pragma once

#include "analyzer/ledger/ledger.h"

namespace tare {

struct SerialRunTimes {
  double plain_s = 0;   // T_s
  double probed_s = 0;  // of the run with probes
  double probes_s = 0;  // what they take at most; 0: not known
  bool aligned = false; // functions lie at the same places in all programs, as far as flags do that
};

class SlowedCounterparts {
public:
  SlowedCounterparts() = default;
  explicit SlowedCounterparts(const SerialRunTimes &serial);

  /// Whether the run took 5 % longer than its probes explain.
  bool any() const { return longer_ > 0; }

  /// Widens the band of an amount W_1 - W_s at a construct, a wall-clock share of `threads`. The
  /// longer time may lie elsewhere: then the counterpart takes all that it took with probes, and
  /// the amount is less. Or all of it is the counterpart's, which then takes less, at least
  /// nothing. Both sides are as wide as the wider one, since reports show half of a band.
  Estimate widened(Estimate amount, double counterpart_s, int threads) const;

private:
  double plain_s_ = 0;
  double longer_ = 0; // part of T_s
};

} // namespace tare
