// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/reliability.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/void_rows.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {

std::string Unreliability::reason() const {
  if (figure == Figure::Reference)
    return "the program sets its number of threads itself, so its reference on one thread had more";
  if (figure == Figure::Unexplained)
    return tenthPercent(share) + " of T_p is unexplained (limit " + percentText(unreliable_share) +
           " %)";
  std::string name = figure == Figure::ParallelTime ? "T_p" : "the total overhead";
  return "the band of " + name + " is ± " + tenthPercent(share / 2) + " of T_p (limit ± " +
         percentText(unreliable_share / 2) + " %)";
}

std::optional<Unreliability> unreliabilityOf(const Table &table) {
  double whole = table.parallel_time.time_s;
  double lacking_s = table.reference_further_threads_s / table.threads;
  if (lacking_s > unreliable_share * whole)
    return Unreliability{Unreliability::Figure::Reference, lacking_s, lacking_s / whole};
  auto width = [](const Estimate &estimate) { return estimate.high_s - estimate.low_s; };
  Unreliability time{Unreliability::Figure::ParallelTime, width(table.parallel_time)};
  Unreliability overhead{Unreliability::Figure::TotalOverhead, whole * width(overheadShare(table))};
  Unreliability &wider = overhead.width_s > time.width_s ? overhead : time;
  wider.share = whole > 0 ? wider.width_s / whole : 0;
  if (wider.share > unreliable_share)
    return wider;
  double rest_s = std::fabs(unexplainedBeyondBand(table));
  if (rest_s > unreliable_share * whole)
    return Unreliability{Unreliability::Figure::Unexplained, rest_s, rest_s / whole};
  return std::nullopt;
}

bool isUnreliable(const Table &table) { return unreliabilityOf(table).has_value(); }

bool leavesMuchUnexplained(const Table &table) {
  constexpr double much = 0.02; // of T_p
  const Estimate *rest = estimateOf(table, category::unidentified);
  return rest && std::abs(rest->time_s) >
                     std::max(much * table.parallel_time.time_s, (rest->high_s - rest->low_s) / 2);
}

} // namespace tare
