// SPDX-License-Identifier: Apache-2.0
// What the program would take with each piece of advice, as far as `tare whatif` can predict it.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/whatif/scenario.h"

#include <optional>
#include <string>

namespace tare {

class NodeRenewal;

/// The change that a piece of advice describes; nothing: nothing can be predicted for it.
struct AdvisedChange {
  ConstructChange change;
  std::string options;   // of `tare whatif`
  bool is_bound = false; // the advice may reach less
};
std::optional<AdvisedChange> advisedChange(const Advice &advice, const Table &table);

/// Fills Advice::predicted of the table that a short report shows. Without profiles, or where the
/// runs do not tell, it stays as it is. `renewal`: the one the ledger's constructs come from; null:
/// they are those of the profiles.
void predictAdvice(const std::string &results, Ledger &ledger, NodeRenewal *renewal = nullptr);

} // namespace tare
