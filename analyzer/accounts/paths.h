// SPDX-License-Identifier: Apache-2.0
// Call paths: through which calls each outermost region was forked, and how what happened in it
// divides over them.
//
//   Profile -> [paths] -> account
#pragma once

#include "analyzer/accounts/close.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tare {

/// A chain of calls, innermost first, each as a file and an address in it. Empty: not known.
using Calls = std::vector<std::pair<std::string, uint64_t>>;

/// Chains of calls of several runs under one number each: the same program lies elsewhere in memory
/// every time, and its profile counts them from 1 every time.
class PathKeys {
public:
  /// The number of every call path of a profile: [0] of "not known", [n] of its path n.
  std::vector<int> add(const Profile &profile);
  const Calls &calls(int number) const { return calls_[number]; }

private:
  int numberOf(const Calls &calls);

  std::map<Calls, int> numbers_;
  std::vector<Calls> calls_;
};

/// Fills `account.paths`, of a run that `books` has. An amount at a node divides as the states of
/// that node that its overhead is made of, as far as the log of the p-thread run tells them by
/// path; where none are, as all time at the node. What no path has any part in stays out.
void divideByPath(const Profile &profile, const RunBooks &books, PathKeys &paths,
                  RepetitionAccount &account);

} // namespace tare
