// SPDX-License-Identifier: Apache-2.0
// Whether the figures of a table are known well enough to act on.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <optional>
#include <string>

namespace tare {

/// A band wider than this share of T_p makes a table unreliable.
inline constexpr double unreliable_share = 0.25;

/// Why a table is not reliable: its reference on one thread had more than one, the wider band, or
/// how much it leaves unexplained beyond its band.
struct Unreliability {
  enum class Figure { Reference, ParallelTime, TotalOverhead, Unexplained };
  Figure figure = Figure::ParallelTime;
  /// Of a band from its low to its high end; of Unexplained its size; of Reference by how much
  /// T_s / p may be too small.
  double width_s = 0;
  double share = 0; // the same, of T_p

  /// "the band of T_p is ± 20.7 % of T_p (limit ± 12.5 %)": a clause, to be put behind "because".
  std::string reason() const;
};

/// Nothing: the table is reliable. A table of one repetition has no bands.
std::optional<Unreliability> unreliabilityOf(const Table &table);
bool isUnreliable(const Table &table);

/// Whether what is unexplained is more than its own band and 2 % of T_p.
bool leavesMuchUnexplained(const Table &table);

} // namespace tare
