// SPDX-License-Identifier: Apache-2.0
// How often a construct's lock was taken and atomic constructs were executed, and for how long it
// lacked tasks.
#pragma once

#include "analyzer/tables/means.h"

namespace tare {

/// Fills `lock`, `atomics` with all that begins so, and `lack_of_tasks_s`: means over the
/// repetitions.
void addUseLines(ConstructLines &construct, int key, const KeyTable &keys, const Means &means);

} // namespace tare
