// SPDX-License-Identifier: Apache-2.0
// Parallel regions that Tare did not build (Coverage::unseen_regions): whether a line's serial code
// may be theirs. That they ran is not known, only which functions hold them.
#pragma once

#include "analyzer/advice/rule.h"

#include <string>
#include <string_view>

namespace tare {

/// "solve" of "void (anonymous namespace)::Solver<int>::solve<double>(int)"
std::string plainName(std::string_view name);

/// "solve (libsolve.so)"; of a call, the function that it calls, if that is one of those.
struct UnseenFunction {
  std::string text;
  bool is_called = false;
};

/// For a situation with hasUnseen.
UnseenFunction unseenFunction(const Situation &situation);
bool hasUnseen(const Situation &situation);

/// A call of a function that holds such regions, or code without a place in the source, which may
/// be theirs.
bool mayBeUnseenRegions(const Situation &situation);

} // namespace tare
