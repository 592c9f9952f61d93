// SPDX-License-Identifier: Apache-2.0
// One call of the compiler, seen through: decide, run the steps, fall back where they fail.
// The promise: the user's build never fails, and never says anything else, because of us.
#pragma once

#include "base/process.h"
#include "instrumenter/wrapper/decision.h"
#include "instrumenter/wrapper/steps.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

struct WrapOptions {
  Surroundings surroundings;
  bool verbose = false;              ///< TARE_VERBOSE: say what was decided.
  bool warnings = false;             ///< TARE_WARNINGS: warn about the original text too.
  double instrument_timeout_s = 300; ///< TARE_TIMEOUT: then the original is compiled.
};

/// What is left to do: become `replace_by`, or leave with `status`.
struct WrapOutcome {
  std::vector<std::string> replace_by; ///< Not empty: exec this; nothing else may follow.
  int status = 0;
};

/// The seams: processes, where our programs lie (asked only when they are needed, and an error
/// when they are missing), and where messages go (whole lines, without "tare: ").
struct WrapSeams {
  ProcessRunner &processes;
  std::function<Result<Companions>(const std::string &source)> companions;
  std::function<Result<std::string>()> standard_input; ///< All of it: it can be read only once.
  std::function<void(const std::string &)> say;
  std::function<void(const std::string &)> forward; ///< A compiler's stderr, passed on as it is.
};

WrapOutcome wrapCompile(const CompileCommand &command, const WrapOptions &options,
                        const WrapSeams &seams);

} // namespace tare
