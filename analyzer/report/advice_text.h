// SPDX-License-Identifier: Apache-2.0
// A piece of advice, with what is predicted for it.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

/// "Use schedule(static, 1), ... Predicted: 343 ± 40 ms in place of 505 ms."
std::string adviceText(const Advice &advice, const Table &table);

} // namespace tare
