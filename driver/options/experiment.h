// SPDX-License-Identifier: Apache-2.0
// The options that all verbs have which run programs.
#pragma once

#include "driver/options/parser.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// "1,2,4" -> {1, 2, 4}, sorted, each once. Refuses anything but positive numbers of up to 5
/// digits.
Parser::Take threadsInto(std::vector<int> &threads, const char *option = "--threads");

/// "2%", "0.5 %" -> 0.02, 0.005; between 0 and 100 %, both excluded.
Parser::Take shareInto(const char *option, double &share);

/// "n=1100", a parameter to record. Returns what is wrong with it; empty: nothing.
std::string parameterInto(ExperimentOptions &options, const std::string &text);

/// How often, how long and with which parameters programs are run, and what becomes of it.
void addRuns(Parser &parser, ExperimentOptions &options);

/// The others that `overheads` and `run` have.
void addExperiment(Parser &parser, ExperimentOptions &options);

/// After parsing: fills what follows from other options. Returns what is wrong with them.
std::optional<std::string> checkExperiment(const Parser &parser, ExperimentOptions &options);

} // namespace tare
