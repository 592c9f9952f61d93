// SPDX-License-Identifier: Apache-2.0
// Which lines of the ledger are shown, in which order, under which heading.
#pragma once

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Lines smaller than this share of T_p are folded.
inline constexpr double folding_share = 0.001;

/// A line of the table that nothing else contains; together they are the total overhead.
struct Leaf {
  std::string category;
  std::string label;
  std::string group;
};

/// The same for all p, so that blocks can be compared. Lines that are small at every p are folded.
struct Selection {
  std::vector<Leaf> leaves; ///< In the order of the table; `unidentified` is always there.
  std::vector<std::string> folded;
};
Selection selectLeaves(const Ledger &ledger);

/// Work of all kinds stands together, first: it comes from comparing work with the reference.
inline constexpr std::string_view work_group = "Work inflation";

/// What to write where the label does not fit; the label itself when there is nothing shorter.
std::string shortLabel(const std::string &label);

} // namespace tare
