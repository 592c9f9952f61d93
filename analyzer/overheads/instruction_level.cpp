// SPDX-License-Identifier: Apache-2.0
// (W_1 + S_1 + R_1) - T_ignored: the same source compiled with and without OpenMP. Outlined loops,
// variables that live in memory, loops that were vectorised in only one of the two.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/additional_split.h"

namespace tare {

static void postInstructionLevel(const Balances &b, std::vector<Posting> &out) {
  out = splitAdditional(b).instruction_level;
}

extern const Overhead instruction_level_overhead;
const Overhead instruction_level_overhead = {
    .category = category::instruction_level,
    .states = work_states,
    .wrong_when = "constructs are entered so often that the probes' overhead is in their time",
    .formula = postInstructionLevel,
    .needs_too = "S",
    .applies = [](const Balances &b) { return b.ignored.has_value(); },
};

} // namespace tare
