// SPDX-License-Identifier: Apache-2.0
// Which overhead became larger or smaller between two versions of a program, where, and whether
// that is more than noise.
//
//   Ledger, Ledger -> [compare] -> gate, review
//
// The figures are means over all accepted repetitions, in seconds of wall-clock share; `tare
// report` leaves out the most disturbed of them, which costs two fifths of what five repetitions
// know of a line that nothing disturbs.
#pragma once

#include "analyzer/compare/difference.h"
#include "analyzer/compare/match.h"
#include "analyzer/compare/predicted_side.h"
#include "analyzer/compare/told.h"
#include "analyzer/ledger/run_size.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

struct CompareLimits {
  double discovery_rate = 0.05; // of the reported changes, so many may be false
  double least_effect = 0.02;   // of BASE's T_p
  double rate_floor = 0.01;     // Drift::rate is at least this
  double drift_floor = 0.003;   // Drift::floor_s, of BASE's T_p
  double lasting = 0.1;         // Drift::lasting
};

/// A construct as far as a reader needs it.
struct Site {
  std::string id, kind, file, directive;
  int line = 0, column = 0;
  std::string function; // qualified; empty: none
};

struct ComparedSite {
  std::optional<Site> base, head; // absent: new, or gone
  MatchedBy by = MatchedBy::None;
  bool unprobed = false; // of the absent side: a plan left it without probes

  const Site &shown() const { return head ? *head : *base; }
};

/// One overhead, in the whole program or at one construct.
struct Change {
  std::string category;
  int site = -1; // index in ComparedTable::sites; -1: the whole program
  Difference difference;
  double share = 0;         // of BASE's T_p; positive: HEAD loses more time
  double false_rate = 1;    // adjusted p-value
  bool tested = false;      // false: too small in all repetitions to matter, or too few repetitions
  bool significant = false; // beyond the noise
  bool reported = false;    // and large enough
};

/// One number of threads, or of ranks and threads.
struct ComparedTable {
  int threads = 0;                                   // as Table::threads
  int ranks = 0;                                     // as RunSize
  size_t base_repetitions = 0, head_repetitions = 0; // with values
  /// How many of them the noise gates accepted. Where too few were, the values are of all
  /// repetitions.
  size_t base_accepted = 0, head_accepted = 0;
  Difference serial, parallel, total; // T_s, T_p and T_p - T_s/p
  std::vector<ComparedSite> sites;
  std::vector<Change> changes; // whole program first, in the order of the ledgers; then constructs
  std::vector<UntoldLine> untold; // lines that cannot be compared; none of them is tested

  /// A side was predicted: figures are compared by their bands, not by their repetitions.
  bool by_bands = false;

  RunSize size() const { return {threads, ranks}; }
  double parallel_s() const { return parallel.base_s; }
  /// Whether there are verdicts.
  bool isTestable() const {
    return by_bands
               ? parallel.testable
               : base_repetitions >= fewest_repetitions && head_repetitions >= fewest_repetitions;
  }
};

struct Comparison {
  std::string program;
  PredictedSide predicted = PredictedSide::None;
  std::string base_scenario, head_scenario; // of the predicted sides
  Drift drift;                              // with the first table's floor_s
  CompareLimits limits;
  std::vector<ComparedTable> tables;
  std::vector<RunSize> only_in_base; // sizes that HEAD was not measured with
  std::vector<std::string> remarks;
  /// Plans left out other constructs on each side: their time is in what is around them, so no
  /// overhead can be held against the other side's. T_p and the sum of overheads can.
  bool plans_differ = false;
};

/// Does not ask whether the two may be compared: see settings.h. Ledgers without the values of
/// their repetitions give figures and no verdicts, unless one is predicted: then bands decide
/// (predicted_side.h). Where BASE alone is, a change is significant if the measured figure and its
/// band lie outside of the predicted band, and a construct that has no prediction is not tested.
/// Error: no number of threads in common.
Result<Comparison> compareLedgers(const Ledger &base, const Ledger &head,
                                  const CompareLimits &limits = {});

/// Reported changes, the category with the largest first; its constructs follow the whole program.
std::vector<const Change *> reportedChanges(const ComparedTable &table);

/// Why a line cannot be compared, in the whole program or at a construct. Null: it can.
const UntoldLine *untoldLine(const ComparedTable &table, const std::string &category,
                             bool at_construct);

/// Whether the program answers for a category: not for time without a core, set-up of the probes
/// and what is unidentified.
bool isOfTheProgram(const std::string &category);

} // namespace tare
