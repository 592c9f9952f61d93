// SPDX-License-Identifier: Apache-2.0
// Which state a kind of time at a construct is. Waits at barriers are divided by barrier_split.
#pragma once

#include "analyzer/books/balances.h"
#include "analyzer/profile/spent.h"

namespace tare {

/// Whether what a node waits is waited at a barrier, explicit or implied; locks and loops that spin
/// know their waits.
bool waitsAtBarrier(NodeKind kind);

/// Of a construct with probes of its own; one that is timed from outside is State::Opaque.
State stateOf(Spent spent, NodeKind kind, bool may_hide_tasks);

} // namespace tare
