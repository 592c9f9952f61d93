// SPDX-License-Identifier: Apache-2.0
// Runs made by hand, closed as one repetition, and a line of what came out.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/accounts/experiment.h"
#include "catch.hpp"
#include "tests/accounts/close_alone.h"

#include <memory>
#include <string_view>

namespace tare::test {

inline size_t indexOf(std::string_view category) {
  for (size_t i = 0; i < allOverheads().size(); ++i)
    if (allOverheads()[i]->category == category)
      return i;
  FAIL("no such category");
  return 0;
}

/// Thread time in ticks.
inline Ticks line(const RepetitionAccount &account, std::string_view category) {
  return account.totals[indexOf(category)];
}

inline RepetitionAccount closed(const Repetition &repetition, KeyTable &keys,
                                bool same_source = false) {
  Result<RepetitionAccount> account = closeRepetition(repetition, keys, same_source);
  if (!account.ok())
    FAIL(account.error().text());
  return account.value();
}

inline RepetitionAccount closed(const Profile &one, const Profile &many, int p, Ticks serial) {
  KeyTable keys;
  Repetition repetition;
  repetition.threads = p;
  repetition.serial = PlainRun{serial, 0};
  repetition.one = InstrumentedRun{std::make_shared<const Profile>(one), 0};
  repetition.instrumented = InstrumentedRun{std::make_shared<const Profile>(many), 0};
  return closed(repetition, keys);
}

/// One run on two threads, and nothing to compare it with.
inline Experiment alone(const Profile &profile) {
  Repetition repetition;
  repetition.threads = 2;
  repetition.instrumented.profile = std::make_shared<const Profile>(profile);
  Experiment experiment;
  experiment.reference = "none";
  experiment.repetitions = {repetition};
  return experiment;
}

} // namespace tare::test
