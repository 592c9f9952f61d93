// SPDX-License-Identifier: Apache-2.0
// The records of a segment that hold the time around a construct: the outer side of its probes fell
// there.
//
//   records of a segment -> [records around] -> removal
#pragma once

#include "analyzer/profile/profile.h"

#include <array>
#include <vector>

namespace tare {

/// One kind of time at a node; null: the list has none.
SpentTime *recordOf(SpentList &records, uint32_t node, Spent kind);

class RecordsAround {
public:
  explicit RecordsAround(const Profile &profile);

  /// Of a profile's node, in the order in which they are to be taken from; null: nothing more.
  using Around = std::array<SpentTime *, 3>;

  Around of(SpentList &records, uint32_t node, const Segment &segment) const;
  Around ofTask(SpentList &records, uint32_t node) const;
  SpentTime *longest(SpentList &records, uint32_t node) const;

  /// The node around a node, both process-wide; -1: none.
  int64_t parent(uint32_t node) const { return parents_[node]; }

private:
  const Profile &profile_;
  std::vector<int64_t> parents_;
};

} // namespace tare
