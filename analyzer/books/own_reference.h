// SPDX-License-Identifier: Apache-2.0
// What a run is compared with where nothing was measured on one thread.
#pragma once

#include "analyzer/books/balances.h"

namespace tare {

/// The run itself, without inflation. Where T_s is not known either, region code counts as
/// replicated by the threads of its teams, unless it asks for its thread's number.
RunBalance ownReference(const RunBalance &many, const KeyTable &keys, bool knows_serial);

} // namespace tare
