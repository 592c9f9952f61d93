// SPDX-License-Identifier: Apache-2.0
// A search as JSON, `tare.search/1` (docs/reference/formats.md): its result, and what it takes to
// go on with it. Since every choice follows from the evidence, the evidence of the steps is the
// whole state.
//
//   SearchReport, Knowledge -> search.json -> the same search, its first steps not made again
#pragma once

#include "driver/search/search.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// What must be the same for a search to go on: "sources", "arguments", ... as text.
using SearchIdentity = std::map<std::string, std::string>;

struct StoredStep {
  StepKind kind = StepKind::Coarse;
  std::vector<std::string> on; // ids, sorted
  int repetitions = 0;
  Evidence evidence;
};

struct StoredSearch {
  SearchIdentity identity;
  SearchSettings settings;
  Guesses guesses;
  std::vector<StoredStep> steps;
};

std::string writeSearch(const SearchIdentity &identity, const Guesses &guesses,
                        const SearchReport &report, const Knowledge &knowledge);

/// Untrusted input; nothing of it is ever executed or opened.
Result<StoredSearch> readSearch(std::string_view text);
/// The same of a file of at most 256 MiB.
Result<StoredSearch> readSearchFile(const std::string &path);

/// "sources differ" and the like; empty: it is the same search.
std::string differenceOf(const SearchIdentity &stored, const SearchIdentity &typed);

/// Steps that are stored are not made again. Error where the search would ask something else now.
SearchSeams withStored(const StoredSearch &stored, const Places &places, SearchSeams seams);

} // namespace tare
