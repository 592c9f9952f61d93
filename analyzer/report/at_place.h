// SPDX-License-Identifier: Apache-2.0
// A part of the program of one's own choice, as `tare report --at` names it: lines of a file, or a
// function.
//
//   "lu2.c:31", "lu2.c:20-40", "solve" -> [place] -> ids of constructs -> at_part
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/result.h"

#include <set>
#include <string>

namespace tare {

struct AtPlace {
  std::string text;        // as it was typed
  std::string file;        // empty: it names a function
  int first = 0, last = 0; // lines of the file
  std::string function;
};

/// Error: FILE:LINE with a line that is none, or a range that ends before it begins.
Result<AtPlace> readAtPlace(const std::string &text);

/// Ids of the constructs that begin there, and of all that lie inside of these: by text, or of
/// regions also by calls, where Table::constructs says so. A file may be named by the end of its
/// path, a function without its scopes and template arguments. Of a function in which no construct
/// is, the measured calls in serial code. Error: nothing begins there, with
/// the nearest names; or several files or functions are called so, with all of their names.
Result<std::set<std::string>> constructsAt(const Ledger &ledger, const AtPlace &place);

} // namespace tare
