// SPDX-License-Identifier: Apache-2.0
// What a row may look like: sets of models, the likely ones first.
//
//   category, template, counts -> [candidates] -> selection
#pragma once

#include "analyzer/models/term.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

using CandidateModel = std::vector<ModelTerm>;

struct CandidateSet {
  std::string name;                   // "template", "usual classes", "search", "search of pairs"
  std::vector<CandidateModel> models; // the constant first
  size_t least_points = 0;            // distinct ones
  /// Every coefficient of its largest model is asserted by the user: bands hold all of them.
  bool is_asserted = false;
};

/// What is known of a series before it is looked at.
struct ModelQuestion {
  std::string category;                 // full dotted name; empty: a time of its own
  std::string size;                     // the parameter beside the threads; empty: none varies
  bool over_threads = false;            // the number of threads varies, from 2 on
  std::vector<ModelTerm> user_template; // in `size`; empty: none
  /// Degree in `size` of how often the construct is executed, exactly; absent: not known.
  std::optional<int> count_degree;
};

/// The forms in p that a category is expected to have: constant, log2 p or p for what threads do to
/// meet, 1 - 1/p for serial code, and so on.
///   C. Iwainsky et al.: How Many Threads will be too Many? Euro-Par 2015
std::vector<ModelTerm> expectedThreadForms(const std::string &category);

/// Whether a category is paid once for each execution of its construct.
bool isPaidByExecution(const std::string &category);

/// Sets to try one after the other; each only where lack of fit rejects all of those before.
std::vector<CandidateSet> candidateSets(const ModelQuestion &question);

/// The 42 forms of the performance model normal form, x^i log2(x)^j.
///   A. Calotoiu et al.: Using automated performance modeling to find scalability bugs, SC 2013
std::vector<ModelTerm> normalFormTerms(const std::string &parameter);

} // namespace tare
