// SPDX-License-Identifier: Apache-2.0
// Beside the two tables that `tare archive diff` compares: how rows grow with the sizes that were
// measured of either version.
//
//   kept ledgers, BASE, HEAD -> [archive growth] -> text
#pragma once

#include "analyzer/archive/archive.h"

#include <string>
#include <vector>

namespace tare {

/// Prints it, or why nothing can be told; nothing where HEAD's version was measured at one size.
/// `kept` are all of the application. Of equal parameters the newest table counts.
Result<void> showGrowth(Archive &archive, const std::vector<KeptLedger> &kept,
                        const KeptLedger &base, const KeptLedger &head);

} // namespace tare
