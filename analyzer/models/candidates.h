// SPDX-License-Identifier: Apache-2.0
// Sets of models that a row may follow, the likely ones first.
//
//   category, template, counts -> [candidates] -> selection
#pragma once

#include "analyzer/models/exact_counts.h"
#include "analyzer/models/term.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

using CandidateModel = std::vector<ModelTerm>;

struct CandidateSet {
  std::string name;                   // "template", "serial time", "usual classes", "search", ...
  std::vector<CandidateModel> models; // the constant first
  size_t least_points = 0;            // distinct ones
  /// Every coefficient of its largest model is asserted by the user: bands hold all of them.
  bool is_asserted = false;
};

/// All that is known of a series before its figures are.
struct ModelQuestion {
  std::string category;                 // full dotted name; empty: a time of its own
  std::vector<std::string> sizes;       // parameters beside the threads that vary
  bool over_threads = false;            // the number of threads varies, from 2 on
  std::vector<ModelTerm> user_template; // in `sizes`; empty: none
  /// Of T_p: models of T_s, which the same work follows at any number of threads. Empty: none.
  std::vector<CandidateModel> serial_models;
  /// How often the construct is executed, exactly: its degree in each size, and in the threads.
  /// Absent: not known.
  std::optional<ParameterDegrees> count_degrees;
};

/// The forms in p that a category is expected to have: constant, log2 p or p for what threads do to
/// meet, 1 - 1/p for serial code, and so on.
///   C. Iwainsky et al.: How Many Threads will be too Many? Euro-Par 2015
std::vector<ModelTerm> expectedThreadForms(const std::string &category);

/// Whether a category is paid once for each execution of its construct.
bool isPaidByExecution(const std::string &category);

/// Sets to try one after the other; each only where lack of fit rejects all of those before. With
/// several sizes only executions and the template: products.h has the rest.
std::vector<CandidateSet> candidateSets(const ModelQuestion &question);

/// Each of `models` for all numbers of threads, times one of the forms that the category is
/// expected to have, or the sum of both.
std::vector<CandidateModel> withThreads(const std::vector<CandidateModel> &models,
                                        const std::string &category);

/// Every subset of the terms with at most 5 of them, the constant first.
std::vector<CandidateModel> subsetsOf(const std::vector<ModelTerm> &terms);

/// The 42 forms of the performance model normal form, x^i log2(x)^j.
///   A. Calotoiu et al.: Using automated performance modeling to find scalability bugs, SC 2013
std::vector<ModelTerm> normalFormTerms(const std::string &parameter);

} // namespace tare
