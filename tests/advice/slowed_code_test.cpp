// SPDX-License-Identifier: Apache-2.0
// What is said of code that the probes themselves have slowed.
#include "analyzer/advice/rule.h"
#include "analyzer/ledger/categories.h"
#include "catch.hpp"

using namespace tare;
using Catch::Contains;

namespace {

std::string sentenceAt(const ConstructLines *construct, const std::string &compiler = "") {
  Ledger ledger;
  ledger.runs.emplace_back().compiler = compiler;
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
    CHECK_THAT(sentenceAt(&construct), Contains("leaves the short loop without probes"));
  }
  for (const char *kind : {"task", "section", "parallel", "call"}) {
    construct.kind = kind;
    CHECK_THAT(sentenceAt(&construct), !Contains("loop") && Contains("leaves the short construct"));
  }
  CHECK_THAT(sentenceAt(nullptr), !Contains("loop") && Contains("leaves the short construct"));
}

TEST_CASE("the place of the code comes first, unless the programs were aligned") {
  CHECK_THAT(sentenceAt(nullptr),
             Contains("Compile all programs with -falign-functions=64, and measure again. "));
  CHECK_THAT(sentenceAt(nullptr, "gcc -falign-functions=64 -O2 x.c -lm"),
             !Contains("-falign-functions") && Contains("Measure again with a plan"));
}
