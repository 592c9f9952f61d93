// SPDX-License-Identifier: Apache-2.0
// Local removal (Sarukkai and Malony, section 3.1): what the probes of one segment took goes from
// the records of what the segment was spent on, the outer side of each from what is around it.
//
//   Segment -> [removal] -> Segment, shorter -> timeline
#pragma once

#include "analyzer/perturbation/approximate.h"
#include "analyzer/perturbation/chance.h"
#include "analyzer/perturbation/interruptions.h"
#include "analyzer/perturbation/records_around.h"
#include "analyzer/perturbation/visits.h"

namespace tare {

class Removal {
public:
  Removal(const Profile &profile, const ProbeCosts &costs, CostBound bound);

  /// How long its thread has done other things when it meets a probe: code and data that all probes
  /// share have been displaced for so long, and those of this construct's alone.
  struct Away {
    Ticks from_all = 0, from_this = 0;
  };

  /// Ticks of one side of a kind's probes.
  double of(CostKind kind, bool inside, Away away) const;
  double of(CostKind kind, bool inside, Ticks interval) const {
    return of(kind, inside, Away{interval, interval});
  }
  /// The same in whole ticks.
  Ticks ticks(CostKind kind, bool inside, Away away) const;

  /// Of the barrier that ends a segment of the log, or the region's end. Before fromSegment.
  Away awayFromEnd(uint32_t thread, const Segment &segment) const;

  /// Takes it from the records of a segment of the thread's log, which began `before` ticks after
  /// its thread's last probe. Returns how much shorter the segment is.
  Ticks fromSegment(uint32_t thread, Segment &segment, Ticks before);
  /// The same for the tasks that ran in the wait after it. `around` is what their outer sides took
  /// of the wait itself, which has no record.
  Ticks fromWait(uint32_t thread, Segment &segment, Ticks &around);

  /// Up to `amount` of a duration; what is not there is unfounded.
  Ticks take(Ticks &from, Ticks amount);
  /// The same of one side's mean cost, of which some is owed (chance.h).
  Ticks claim(const ClaimSite &site, Ticks &from, Ticks cost);
  Ticks ownWork(SpentTime &record);
  /// Up to `amount` of what a segment's thread did longest, then of the next. Returns how much.
  Ticks fromLongest(Segment &segment, Ticks amount);
  /// What a segment's thread did longest takes so much longer.
  void lengthen(Segment &segment, Ticks amount);
  bool canLengthen(const Segment &segment) const;

  /// As many as the calibration saw; at least none.
  Interruptions interruptions() const;
  /// Of the costs, in ticks (chance.h); of low ones none.
  double dispersion() const { return bound_ == CostBound::Low ? 0 : costs_.dispersion; }

  /// The node around a node, both process-wide; -1: none.
  int64_t parent(uint32_t node) const { return records_around_.parent(node); }

  Ticks probes() const { return probes_; }
  /// Mean costs that were claimed so far, whether they were there or not.
  Ticks means() const { return means_; }
  Ticks unfounded() const { return unfounded_ + claims_.allOwed(); }

private:
  struct Count { // of one record
    double entries = 0, units = 0;
  };

  void count(uint32_t thread, const SpentList &records);
  Away away(uint32_t thread, const Segment &segment, size_t record, Ticks interval) const;
  size_t indexOf(uint32_t thread, const Segment &segment) const;
  void spreadCounts(uint32_t thread);
  double countsIn(uint32_t thread, const SpentTime &record) const;
  Ticks fromRecord(uint32_t thread, SpentTime &record, const Count &count, const Segment &segment,
                   Away away);
  Ticks aroundBarrier(uint32_t thread, Segment &segment, Ticks cost);
  Ticks outside(uint32_t thread, SpentList &records, size_t index, const Segment &segment,
                Away away, Ticks *rest);

  const Profile &profile_;
  const ProbeCosts &costs_;
  CostBound bound_;
  RecordsAround records_around_;
  std::vector<Count> counts_; // of the records that are worked on
  std::vector<Away> aways_;   // likewise
  Visits visits_;
  std::vector<std::vector<double>> counting_; // thread, node -> of a tick in its body, in counts
  Claims claims_;
  Ticks probes_ = 0, means_ = 0, unfounded_ = 0;
};

} // namespace tare
