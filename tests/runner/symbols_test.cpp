// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"
#include "base/temporary_folder.h"
#include "driver/symbols/symbol_names.h"
#include "driver/symbols/symbols.h"

#include <catch.hpp>

using namespace tare;

TEST_CASE("symbols as people write the function") {
  CHECK(functionOf("solve") == "solve");
  CHECK(functionOf("solve.constprop.0") == "solve");
  CHECK(functionOf("_ZN2ns5solveIdEEvi") == "ns::solve<double>");
  CHECK(withoutTemplateArguments("ns::solve<a<b> >") == "ns::solve");
  CHECK(functionOf("_Zbroken") == "_Zbroken");
}

TEST_CASE("a symbol's function and a node's compare alike") {
  CHECK(comparable(functionOf("_ZN12_GLOBAL__N_11SIdE3runEi")) ==
        comparable("(anonymous namespace)::S::run"));
  CHECK(comparable(functionOf("_ZN12_GLOBAL__N_11SIdEC1Ev")) ==
        comparable("(anonymous namespace)::S::S<T>"));
  CHECK(comparable(functionOf("_ZZ4mainENKUliE_clEi")) == comparable("main"));
  CHECK(comparable(functionOf("_ZN12_GLOBAL__N_11SIdEclEi")) ==
        comparable("(anonymous namespace)::S::operator()"));
  CHECK(comparable("ns::solve<double>") == "solve");
  // Of a template whose arguments are generic lambdas of other templates.
  CHECK(comparable(functionOf("_Z4eachIZ5outerIA1024_dZ3topIS1_EvRT_iEUlS3_T0_E_EvS4_iS5_EUlS3_S5_"
                              "T1_E_ZS0_IS1_S6_EvS4_iS5_EUlS3_S5_S7_E0_EviS3_S5_")) == "each");
  CHECK(comparable(functionOf("_Z4statB5cxx11v")) == "stat");
  CHECK(comparable("A<double, &(dist(int))>::sum") == "sum");
  CHECK(comparable("For<main::{lambda(int)#1}>::run") == "run");
  CHECK(comparable("For<S::operator()(int)::{lambda(int)#1}>::run") == "run");
  CHECK(comparable("Apply<int>::operator()") == comparable("ns::Apply::operator()"));
  CHECK(comparable("Hidden::operator()") != comparable("Apply::operator()"));
  CHECK(comparable("ns::operator<< <int>") == comparable("ns::operator<<"));
  CHECK(comparable("co_operator") == "co_operator");
  CHECK(comparable("solve") != comparable("step"));
}

TEST_CASE("what symbols told is kept beside the profiles") {
  TemporaryFolder folder(makeTemporaryFolder("tare-symbols-").value());
  Experiment told, read;
  told.call_names[{"/bin/fake", 0x10}] = {{"main", "fake.c", 9}};
  told.unseen_regions = {{"libsolve.so", {"solve", "step"}}, {"libmute.so", {}}};
  REQUIRE(writeSymbols(folder.path(), told).ok());
  REQUIRE(readSymbols(folder.path(), read).ok());
  REQUIRE(read.call_names.size() == 1);
  REQUIRE(read.unseen_regions.size() == 2);
  CHECK(read.unseen_regions[0].object == "libsolve.so");
  CHECK(read.unseen_regions[0].functions == told.unseen_regions[0].functions);
  CHECK(read.unseen_regions[1].functions.empty());
}

TEST_CASE("a broken list of symbols is refused, none is none") {
  TemporaryFolder folder(makeTemporaryFolder("tare-symbols-").value());
  Experiment experiment;
  CHECK(readSymbols(folder.path(), experiment).ok());
  REQUIRE(writeFileAtomic(folder.path() + "/calls.json",
                          R"({"schema": "tare.calls/1", "calls": [], "unseen_regions": [7]})")
              .ok());
  CHECK_FALSE(readSymbols(folder.path(), experiment).ok());
  CHECK(experiment.unseen_regions.empty());
}
