// SPDX-License-Identifier: Apache-2.0
// Names and sentences that all forms of a review share.
#pragma once

#include "analyzer/ledger/categories.h"
#include "analyzer/review/review.h"

namespace tare {

/// "+12.31" milliseconds.
std::string millisecondsText(double seconds, bool sign);
/// "+3.2" per cent.
std::string shareText(double share, bool sign);
/// Half of the 95 % band in % of T_p, "1.2"; "?" when no test could be made.
std::string halfWidthText(const Difference &difference, const ComparedTable &table);

/// Of a prediction and what was measured later: "inside", "open", "outside"; "?": it has no band.
std::string heldText(const Difference &difference);

/// Whether BASE is a prediction that HEAD was measured after.
bool asksIfHeld(const Review &review);

/// Over a column: "BASE", "HEAD", or whether it is "predicted" or "measured".
std::string sideName(const Review &review, bool is_head);

/// Of a prediction: what a reader of its rows should know, in sentences.
std::string heldRowsText(const ComparedTable &table, const CompareLimits &limits);
std::string heldFootText(const CompareLimits &limits);

/// Of a table without a reported change: says what could have been missed, the widest band.
std::string noChangeText(const ComparedTable &table, const CompareLimits &limits);

/// What the figures are, and which rows are listed.
std::string changeFootText(const CompareLimits &limits);

/// "lu2.c:31"
std::string placeText(const Site &site);
/// "was lu2.c:29, edited", "new", "gone", "without probes by a plan in HEAD"; empty when nothing
/// but lines moved within the file.
std::string fateText(const ComparedSite &site);

/// "waiting for locks +12.3 ms, +3.2 % of T_p (95 % band +-0.8 %), p = 2"
std::string changeSentence(const Change &change, const ComparedTable &table);

/// The smallest change of any overhead of the whole program that could not have been missed, as a
/// part of T_p; 0 when no test could be made.
double blindness(const ComparedTable &table);

/// An overhead that grew, and where; for reports that are lists of places.
struct GrowthFinding {
  const ComparedTable *table;
  const Change *change;
  const ComparedSite *site; // null: the whole program
};

/// Reported growth. A category's own growth is left out where its constructs are there; none where
/// plans left out different constructs.
std::vector<GrowthFinding> growths(const Review &review);

/// A stable name of a finding: its construct (or the program), overhead and p.
std::string fingerprintText(const GrowthFinding &finding, const Review &review);

/// The gates that failed for it, as they were given.
std::vector<std::string> failedGates(const GrowthFinding &finding, const Review &review);

/// A gate that failed for something that is not among growths(), or that is open.
struct GateFinding {
  const GateResult *result;
  const Site *site; // null: the whole program
};

/// In the order of the gates; one that was given twice comes once.
std::vector<GateFinding> gateFindings(const Review &review);

/// "gate any > 5%: open. Why."
std::string gateSentence(const GateResult &result);

/// What spoils the comparison: results that differ, a side that is not reliable.
std::vector<std::string> loudSentences(const Review &review);

/// What a reader wants first: loudSentences(), then a sentence for each p: T_s and T_p of both
/// sides, and whether T_p changed beyond the noise.
std::vector<std::string> leadSentences(const Review &review);

/// A sentence for each hindrance that was overridden, each remark, and each p without a test.
std::vector<std::string> cautions(const Review &review);

} // namespace tare
