// SPDX-License-Identifier: Apache-2.0
// One Clang invocation on text in memory: no headers, no resource directory, no resident state.
#pragma once

#include "instrumenter/clang/collect.h"
#include "instrumenter/clang/parse.h"

#include <string>
#include <vector>

namespace tare {

struct AttemptOptions {
  bool machine_flags = true; // the request's flags beside -std
  int openmp_version = 51;
  std::string standard; // of the language, where the flags have none: "gnu23"
};

struct Attempt {
  ParsedUnit unit;
  std::vector<TextError> errors; // in the user's files, those known before first
  bool reached_end = false;      // of the text, with or without errors
  std::string problem;           // an error without a place: a flag that Clang does not know
};

/// Gives `given` to Clang: the unit's text, in which some parts are blank or respelled for Clang.
Attempt tryToRead(const std::string &given, const UnitText &unit, const ParseRequest &request,
                  const AttemptOptions &options, const std::vector<TextError> &known_errors);

} // namespace tare
