// SPDX-License-Identifier: Apache-2.0
// Each verb's arguments -> Options. `rest` is what stood behind `--`.
#pragma once

#include "driver/options.h"
#include "driver/options/completion.h"

#include <string>
#include <vector>

namespace tare {

/// Each returns the options of its verb, or HelpShown with help or an error.
Options parseCalibrate(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseOverheads(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseSearch(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseRun(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseReport(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseDiff(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseNodes(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseInstrument(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseDoctor(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseClean(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseWhatif(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseModel(std::vector<std::string> arguments, std::vector<std::string> rest);
/// `tare model --couple`.
Options parseCoupling(std::vector<std::string> arguments, std::vector<std::string> rest);
/// `tare model --compose`.
Options parseComposition(std::vector<std::string> arguments, std::vector<std::string> rest);
/// `tare model --operations`.
Options parseOperationModel(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseForecast(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseWhich(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseFollow(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseArchive(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseCompletion(std::vector<std::string> arguments, std::vector<std::string> rest);
Options parseShim(std::vector<std::string> arguments, std::vector<std::string> rest);

/// All verbs, and what follows them, for who completes words.
std::vector<VerbWords> verbWords();

} // namespace tare
