// SPDX-License-Identifier: Apache-2.0
// Constructs that the compiler saw: instrumented + left alone = all. Silence is the worst bug, so
// this goes into every ledger.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/profile/profile.h"

namespace tare {

/// Over the node tables of one run; copies of a construct (headers, templates) count once.
Ledger::Coverage coverageOf(const Profile &profile);

/// A parallel region without probes that no plan left out: where it runs, it is serial code.
bool isLeftAloneRegion(const Node &node);

} // namespace tare
