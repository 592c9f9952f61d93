// SPDX-License-Identifier: Apache-2.0
// How long a thread had been away from a construct when it met its probes again, in the order of
// the run. Segments are shrunk in another order, inner regions first, and lose their times by it.
#pragma once

#include "analyzer/profile/profile.h"

namespace tare {

class Visits {
public:
  explicit Visits(const Profile &measured);

  /// From the end of the segment in which the thread was there last until this one began. Of a
  /// thinned log, what it lacks of the construct's executions is taken to lie evenly between
  /// those that it has. Never before: the whole window.
  Ticks beforeRecord(uint32_t thread, size_t segment, size_t record) const;
  /// The same for what ends the segment, until the thread arrives there.
  Ticks beforeEnd(uint32_t thread, size_t segment) const;

private:
  struct OfThread {
    std::vector<size_t> first; // of a segment: its records' places in `away`, its end's behind them
    std::vector<float> away;   // ticks: logarithms of them count
  };
  static OfThread visitsOf(const Profile &measured, const ProfileThread &thread);

  std::vector<OfThread> threads_;
};

} // namespace tare
