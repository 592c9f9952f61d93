// SPDX-License-Identifier: Apache-2.0
// Which lines two experiments have. A machine or a version of Tare may lack a line; it is not 0
// then, its amount is in another line.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

/// A line without a test, and why: a clause behind the name of the line.
struct UntoldLine {
  std::string category;
  std::string reason;
  bool at_constructs = false; // only there: the whole program's line can be compared
};

/// In the order of allCategories(), then unknown ones. The references are the two ledgers'.
std::vector<UntoldLine> untoldLines(const Table &base, const Table &head,
                                    const std::string &base_reference,
                                    const std::string &head_reference);

/// Only hardware counters part data access from the work rate, and only a program whose pragmas are
/// ignored parts what the compiler did from what the source says. Where one side alone was so
/// measured, both are compared as one line: the part goes back to the line that it was taken from,
/// in the program and at constructs. The names of such parts.
std::vector<std::string> rejoinParts(Table &base, Table &head);

} // namespace tare
