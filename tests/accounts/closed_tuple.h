// SPDX-License-Identifier: Apache-2.0
// Runs made by hand, closed as one tuple, and a line of what came out.
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
inline Ticks line(const TupleAccount &account, std::string_view category) {
  return account.totals[indexOf(category)];
}

inline TupleAccount closed(const Tuple &tuple, KeyTable &keys, bool same_source = false) {
  Result<TupleAccount> account = closeTuple(tuple, keys, same_source);
  if (!account.ok())
    FAIL(account.error().text());
  return account.value();
}

inline TupleAccount closed(const Profile &one, const Profile &many, int p, Ticks serial) {
  KeyTable keys;
  Tuple tuple;
  tuple.threads = p;
  tuple.serial = PlainRun{serial, 0};
  tuple.one = InstrumentedRun{std::make_shared<const Profile>(one), 0};
  tuple.instrumented = InstrumentedRun{std::make_shared<const Profile>(many), 0};
  return closed(tuple, keys);
}

/// One run on two threads, and nothing to compare it with.
inline Experiment alone(const Profile &profile) {
  Tuple tuple;
  tuple.threads = 2;
  tuple.instrumented.profile = std::make_shared<const Profile>(profile);
  Experiment experiment;
  experiment.reference = "none";
  experiment.tuples = {tuple};
  return experiment;
}

} // namespace tare::test
