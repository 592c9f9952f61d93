// SPDX-License-Identifier: Apache-2.0
// Why a program may be slower than T_s/p, as the questions that a search asks: each is a few of the
// ledger's categories, and kinds of construct tell which of them to ask there.
#pragma once

#include "instrumenter/nodes/node.h"

#include <string_view>
#include <vector>

namespace tare {

enum class Why : uint8_t {
  Imbalance,
  Partial,
  Replicated,
  Locks,
  Barriers,
  UserWaits,
  Scheduling,
  Tasks,
  ForkJoin,
  Serial,
  Work, // the same work, slower; or more of it
};
inline constexpr size_t why_count = 11;

/// Stable name ("load_imbalance"), of JSON.
std::string_view whyName(Why why);
/// What people read: "load imbalance".
std::string_view whyLabel(Why why);
/// Full dotted names, see categories.h.
const std::vector<std::string_view> &categoriesOf(Why why);

/// What to ask of a construct, or of a statement of serial code.
std::vector<Why> whysAt(NodeKind kind, bool serial);

/// Whether a cause inside of a construct may look like this at the construct itself.
bool maySwallow(Why why);

} // namespace tare
