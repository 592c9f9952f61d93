// SPDX-License-Identifier: Apache-2.0
// A piece of advice, with what is predicted for it.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

/// "Use schedule(static, 1), ... Predicted: 343 ± 40 ms in place of 505 ms."
std::string adviceText(const Advice &advice, const Table &table);

/// "It may save at most 44.3 ms of 708 ms.": what a row has of it, which is no prediction. Empty: a
/// time is predicted, nothing can be saved, or it is the machine that has to change.
std::string savingText(const Advice &advice, const Table &table);

} // namespace tare
