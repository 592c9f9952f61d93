// SPDX-License-Identifier: Apache-2.0
// May a unit have OpenMP in it? Read from its sources as they lie there, in a thousandth of the
// time that a preprocessor takes, so that a build is not slowed down by its units without OpenMP.
//   command line, unit -> source and the headers that it names -> is there the word `omp`?
#pragma once

#include "instrumenter/wrapper/compile_command.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// What matters in one file's text. Conditions are not judged: every #include counts.
struct ScannedText {
  bool may_have_openmp = false;      ///< The word omp, or something that cannot be read so simply.
  std::vector<std::string> includes; ///< With their first delimiter: `<stdio.h`, `"x.h`.
};
ScannedText scanText(std::string_view text);

/// False only when it is sure: neither the source, nor a header that any of its #includes could
/// mean, nor a macro of the command line has the word omp in it. The headers of the standard
/// library itself are not read: nothing there puts a directive into a user's function.
bool mayReachOpenmp(const CompileCommand &command, const std::string &source);

} // namespace tare
