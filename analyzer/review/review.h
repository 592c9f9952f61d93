// SPDX-License-Identifier: Apache-2.0
// What changed between two versions of a program, for those who review it.
//
//   Comparison, gates -> [review] -> text, markdown, JSON, SARIF 2.1.0, GitLab code quality
#pragma once

#include "analyzer/compare/verdict.h"

#include <string>
#include <vector>

namespace tare {

struct Review {
  std::string base, head; // as the user named them
  Comparison comparison;
  std::vector<GateResult> gates;
  /// "HEAD: RESULTS DIFFER: ...": the programs do not print the same.
  std::vector<std::string> results_differ;
  /// "HEAD is NOT RELIABLE: ...": figures that are not known well enough to act on.
  std::vector<std::string> unreliable;
  std::vector<std::string> forced; // why the two should not have been compared
};

/// For a terminal; no line is wider than `width`.
std::string reviewText(const Review &review, int width = 80);

/// For a comment on a pull request.
std::string reviewMarkdown(const Review &review);

/// `tare.diff/1`: docs/schema/tare.diff-1.schema.json. Every line, changed or not.
std::string reviewJson(const Review &review);

/// SARIF 2.1.0: a result for each overhead that grew, at its construct, and one (of kind `open`
/// where noise leaves it open) for each gate that did not pass and that none of these speaks of;
/// what concerns the whole program is at the first construct of the tables. Gates and remarks are
/// notifications too. What became less is no finding.
std::string reviewSarif(const Review &review);

/// GitLab's code quality report: an entry for each of the same findings. Every entry has a place:
/// one without a construct is at the first construct of the tables.
std::string reviewGitLab(const Review &review);

} // namespace tare
