// SPDX-License-Identifier: Apache-2.0
// The room's front: a parsed unit and a plan -> the text that is compiled.
#pragma once

#include "base/result.h"
#include "instrumenter/clang/parse.h"
#include "instrumenter/plan/plan.h"
#include "instrumenter/rewrite/counterparts.h"
#include "instrumenter/rewrite/rules.h"

#include <string>
#include <vector>

namespace tare {

struct RewriteRequest {
  bool cplusplus = false;
  bool knows_noexcept = false; // C++11 or later
  bool static_link = false;
  bool serial_program = false; // built without OpenMP
  bool events = false;         // tasks and locks tell what happens when (runtime/events.h)
  bool with_stub = true;       // false: for people to read, not to compile
  std::string runtime_path;    // of libtare-rt.so.1, absolute
  std::string fallback_reason; // not empty: the text stays as it is, and the table says why
};

/// Decides about every construct and writes the treatment of each node into `unit.tree`.
std::vector<Verdict> treat(ParsedUnit &unit, const Plan &plan, const std::string &fallback_reason);

/// The text with probes and the unit's stub.
Result<std::string> rewriteUnit(const std::string &text, const LineMap &lines,
                                const ParsedUnit &unit, const std::vector<Verdict> &verdicts,
                                const RewriteRequest &request);

/// The same for a unit of the serial program, with probes at its serial counterparts.
Result<std::string> rewriteSerialUnit(const std::string &text, const LineMap &lines,
                                      const SerialUnit &unit, const RewriteRequest &request);

/// For people: the user's own lines of the rewritten text, without the stub.
std::string reduceToUser(const std::string &text, const std::string &root);

} // namespace tare
