// SPDX-License-Identifier: Apache-2.0
// One repetition closed by itself: its runs are in no other.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/accounts/inside_loop.h"
#include "tests/alone.h"

namespace tare {

inline InsideLoops insideLoops(const Profile &profile, const std::vector<int> &keys) {
  return insideLoops(profile, Teams(profile), keys);
}

inline Result<RepetitionAccount> closeRepetition(const Repetition &repetition, KeyTable &keys,
                                                 bool same_source = false) {
  RunBooks books(keys);
  return closeRepetition(repetition, books, same_source);
}

} // namespace tare
