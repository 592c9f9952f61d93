// SPDX-License-Identifier: Apache-2.0
// When the large lines of a table that are known badly are wrong: what each overhead says of itself
// (Overhead::wrong_when), said where it matters.
//
//   Table, overheads -> [caveats] -> Table::notes
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

/// Of the lines whose band is wide, the two that may be largest by it, one sentence each. Wide: the
/// band's half is at least a quarter of the line and 2 % of T_p. One tuple has no bands: none.
std::vector<std::string> caveatsOf(const Table &table);

} // namespace tare
