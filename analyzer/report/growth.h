// SPDX-License-Identifier: Apache-2.0
// How the overheads grow with p. Since E_p = 1 - sum of O_i / T_p, each takes its share of T_p from
// the efficiency, and the changes of the lines add up to the change of E_p.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/ledger/run_size.h"
#include "analyzer/report/selection.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct GrowthLine {
  std::string category;        ///< Empty: all lines that are not listed by name.
  std::vector<int64_t> tenths; ///< One for each p, in tenths of a per cent of T_p.
  int64_t change = 0;          ///< Last minus first, in tenths of a point.
  double half_width = 0;       ///< Half of the change's 95 % band, in points; 0: no bands.
  bool clear() const;          ///< Whether the change is beyond its band.
};

struct Growth {
  std::vector<RunSize> sizes;
  std::vector<GrowthLine> lines; ///< Fastest growing first; the rest, as one line, last.
  GrowthLine total;              ///< All overheads: 100 % - E_p.
  std::string place; ///< "lu2.c:31", where at least half of the fastest growth is; or empty.
};

/// Indices of all tables with p > 1, the smallest p first; of jobs in the order of their sizes.
std::vector<size_t> growthTables(const Ledger &ledger);

/// From the smallest p > 1 to the largest; nothing unless there are two of them, for one thread has
/// hardly any of the overheads. Lines that change by half a point at least are listed, six at most.
std::optional<Growth> growthOf(const Ledger &ledger, const Selection &selection);

/// "From p = 2 to 8 efficiency fell by 15.0 points, to 43.7 %. Fastest growing: load imbalance,
/// +11.7 points of T_p, mostly at lu2.c:31."
std::string growthSentence(const Growth &growth);

/// "From p = 2 to 8", "From 2 ranks to 4 ranks of 2 threads each".
std::string fromTo(const std::vector<RunSize> &sizes);

/// "+11.7"
std::string signedTenths(int64_t tenths);

} // namespace tare
