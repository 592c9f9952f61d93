// SPDX-License-Identifier: Apache-2.0
// Profile of the serial program with probes -> its work at each construct of the OpenMP program.
#pragma once

#include "analyzer/books/balances.h"
#include "base/result.h"

namespace tare {

/// `total`: T_s - Y_s of the plain serial program. `one`: the balance of the 1-thread run. A
/// counterpart stays in the rest of the serial code if that run did not execute its construct.
/// Error: the profile's states do not sum to its window.
Result<SerialBalance> balanceSerial(const Profile &profile, Ticks total, const RunBalance &one,
                                    const KeyTable &table);

} // namespace tare
