// SPDX-License-Identifier: Apache-2.0
// One call of the compiler from its command to its status: decide, run the steps, compile the
// original if a step fails.
// The promise: because of us the user's build never fails and never prints anything else.
#pragma once

#include "base/process.h"
#include "instrumenter/wrapper/decision.h"
#include "instrumenter/wrapper/steps.h"

#include <functional>
#include <string>

namespace tare {

struct WrapOptions {
  Surroundings surroundings;
  bool verbose = false;              ///< TARE_VERBOSE: print each decision.
  bool warnings = false;             ///< TARE_WARNINGS: warn about the original text too.
  double instrument_timeout_s = 300; ///< TARE_TIMEOUT, in seconds: then the original is compiled.
};

/// The last thing to do: become `replace_by`, or exit with `status`.
struct WrapOutcome {
  Words replace_by; ///< Not empty: exec this; nothing else may follow.
  int status = 0;
};

/// The seams. `companions` is called only when our programs are needed, and gives an error when
/// they are missing. `say` gets whole lines without "tare: ".
struct WrapSeams {
  ProcessRunner &processes;
  std::function<Result<Companions>(const std::string &source)> companions;
  std::function<Result<std::string>()> standard_input; ///< The whole text; called at most once.
  std::function<void(const std::string &)> say;
  std::function<void(const std::string &)> forward; ///< A compiler's stderr, passed on as it is.
};

WrapOutcome wrapCompile(const CompileCommand &command, const WrapOptions &options,
                        const WrapSeams &seams);

} // namespace tare
