// SPDX-License-Identifier: Apache-2.0
// Ledgers for tests: the books of the paper's LU2, made up for p = 1, 2, 4, and random ones whose
// books close.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <cstdint>

namespace tare {

/// LU2 unbalanced on 2 cores: 490 ms serial; p = 2 is the worked example of the books.
Ledger sampleLedger();

/// Everything random but closed: figures over 12 decades, negative ones, odd names.
Ledger randomLedger(uint32_t seed);

} // namespace tare
