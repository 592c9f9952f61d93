// SPDX-License-Identifier: Apache-2.0
// Prints a ledger on stdout: what `overheads`, `run` and `report` end with.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_data.h"
#include "base/result.h"

#include <optional>
#include <set>
#include <string>

namespace tare {

/// Which part of a table is shown, and in which form.
struct Showing {
  std::string format = "text"; // text, json, markdown, csv
  std::string by = "";         // program, function, construct, path; empty: program and constructs
  std::optional<int> top = {}; // parts shown; none: 5 for people, all in csv
  bool full = false;           // every row, places, caveats; else text is the short report
  bool notes = false;          // what to beware of, alone
  std::string results = "";    // folder that a short report names
  PageData page = {};          // of an html page
};

/// Colour is for terminals that have it, and not for NO_COLOR.
bool wantsColour();
/// Columns of the terminal, 60 to 120; 80 elsewhere.
int widthOfOutput();

/// Whether no figure of the advised table is worth believing: its band says so.
bool isUnreliable(const Ledger &ledger);

/// One part: the constructs with these ids, under the name that the user gave it. Error: as partOf.
/// `format` is no json. The value is false where stdout could not be written.
Result<bool> showPart(const Ledger &ledger, const std::string &place,
                      const std::set<std::string> &ids, const Showing &showing);

/// Colour only on a terminal that has it, and never with NO_COLOR. False: stdout could not be
/// written.
bool showLedger(const Ledger &ledger, const Showing &showing);

} // namespace tare
