// SPDX-License-Identifier: Apache-2.0
// The options that all verbs have which run programs.
#pragma once

#include "driver/options/parser.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// "1,2,4" -> {1, 2, 4}, sorted, each once. Empty when it is not such a list.
std::vector<int> parseThreads(const std::string &text);
std::string badThreads(const std::string &text); ///< The message then.

/// What the parser fills and we still have to check.
struct RawExperiment {
  std::string threads, budget;
  std::vector<std::string> parameters;
};

void addExperiment(Parser &parser, ExperimentOptions &options, RawExperiment &raw);

/// Fills the rest of `options`; what is wrong with it otherwise.
std::optional<std::string> checkExperiment(const Parser &parser, const RawExperiment &raw,
                                           ExperimentOptions &options);

} // namespace tare
