// SPDX-License-Identifier: Apache-2.0
// What is said of code that the probes themselves have slowed.
#include "analyzer/advice/rule.h"
#include "analyzer/ledger/categories.h"
#include "catch.hpp"

using namespace tare;
using Catch::Contains;

namespace {

std::string sentenceAt(const ConstructLines *construct) {
  Ledger ledger;
  Table table;
  LedgerLine line;
  return slowedCodeRule("probes-slow-work", category::work_rate)
      .sentence({ledger, table, line, construct});
}

} // namespace

TEST_CASE("what the probes have slowed is called a loop only where it is one") {
  ConstructLines construct;
  for (const char *kind : {"for", "loop", "taskloop", "simd"}) {
    construct.kind = kind;
    CHECK_THAT(sentenceAt(&construct), Contains("leaves the loop with the short body"));
  }
  for (const char *kind : {"task", "section", "parallel", "call"}) {
    construct.kind = kind;
    CHECK_THAT(sentenceAt(&construct), !Contains("loop") && Contains("leaves the construct"));
  }
  CHECK_THAT(sentenceAt(nullptr), !Contains("loop") && Contains("leaves the construct"));
}
