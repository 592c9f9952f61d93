// SPDX-License-Identifier: Apache-2.0
// Events of a run whose segments have moved. What probes took of a segment lies anywhere in it, so
// what is left of it is scaled: events keep their order, and their segment.
//
//   events, segments as measured, segments without probes -> [move events] -> events
#pragma once

#include "analyzer/profile/profile.h"

#include <map>
#include <vector>

namespace tare {

class MoveEvents {
public:
  explicit MoveEvents(const Profile &measured);
  /// The same profile, its segments where they are now.
  void in(Profile &moved) const;

private:
  struct Then { // of one thread: where its segments were, by instance, in their order
    struct Place {
      size_t segment;
      Ticks open, arrive, tasks_end, leave;
    };
    std::map<uint64_t, std::vector<Place>> places;
  };
  static Ticks placeOf(const Event &event, const Then &then, const ProfileThread &thread);

  std::vector<Then> threads_; // none of a thread without events
};

} // namespace tare
