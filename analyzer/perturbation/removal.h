// SPDX-License-Identifier: Apache-2.0
// Local removal (Sarukkai and Malony, section 3.1): what the probes of one segment took goes from
// the records of what the segment was spent on, the outer side of each from what is around it.
//
//   Segment -> [removal] -> Segment, shorter -> timeline
#pragma once

#include "analyzer/perturbation/approximate.h"

#include <array>

namespace tare {

class Removal {
public:
  Removal(const Profile &profile, const ProbeCosts &costs, CostBound bound);

  /// Ticks of one side of a kind's probes when `interval` ticks lie between two of them.
  double of(CostKind kind, bool inside, Ticks interval) const;
  /// The same in whole ticks.
  Ticks ticks(CostKind kind, bool inside, Ticks interval) const;

  /// Takes it from the records of a segment, which began `before` ticks after its thread's last
  /// probe. Returns how much shorter the segment is.
  Ticks fromSegment(Segment &segment, Ticks before);
  /// The same for the tasks that ran in the wait after it. `around` is what their outer sides took
  /// of the wait itself, which has no record.
  Ticks fromWait(Segment &segment, Ticks &around);

  /// Up to `amount` of a duration; what is not there is unfounded.
  Ticks take(Ticks &from, Ticks amount);

  Ticks probes() const { return probes_; }
  Ticks unfounded() const { return unfounded_; }

private:
  SpentTime *around(SpentList &records, uint32_t node, const Segment &segment) const;
  SpentTime *recordOf(SpentList &records, uint32_t node, uint16_t slot) const;
  Ticks fromRecord(SpentTime &record, const Segment &segment, Ticks before, Ticks interval);
  Ticks outside(SpentList &records, const SpentTime &record, const Segment &segment, Ticks interval,
                Ticks *rest);

  const Profile &profile_;
  const ProbeCosts &costs_;
  CostBound bound_;
  std::vector<int64_t> parents_; // process-wide; -1: none
  Ticks probes_ = 0, unfounded_ = 0;
};

} // namespace tare
