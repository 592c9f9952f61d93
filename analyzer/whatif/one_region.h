// SPDX-License-Identifier: Apache-2.0
// What takes the place of starting a team again and again, if the threads stay together between the
// executions of a region.
//
//   Teams, barriers of the machine -> [one region] -> construct changes
#pragma once

#include "analyzer/machine/measured_machine.h"
#include "analyzer/teams/teams.h"

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace tare {

/// Ticks of a barrier at which the others wait while one thread works for so many; none: not known.
using BarrierPrice = std::function<std::optional<double>(Ticks alone)>;

/// Null: of a machine that was not measured.
BarrierPrice barrierPrice(std::shared_ptr<const MeasuredMachine> machine, TeamSetting setting,
                          double ticks_per_second);

/// Serial code between two executions is then done by one thread while the others wait, at a
/// barrier more. Where there is hardly any they may need none: the doubt holds both.
class OneRegion {
public:
  OneRegion(const Profile &profile, const Teams &teams, BarrierPrice barrier);

  struct Start {
    Ticks ticks = 0;
    double doubt = 0; // half of a 90 % band, ticks
  };
  /// In place of a thread's start into this instance, which took `fork` ticks.
  Start startOf(uint64_t instance, Ticks fork) const;

private:
  BarrierPrice barrier_;
  Ticks hardly_any_ = 0;
  std::unordered_map<uint64_t, Ticks> serial_before_; // an outermost instance
};

} // namespace tare
