// SPDX-License-Identifier: Apache-2.0
// How advice is written: short sentences in common words, what to do first.
#include "analyzer/advice/said_once.h"
#include "catalogue.h"
#include "catch.hpp"

#include <cctype>

using namespace tare;
using namespace tare::test;

namespace {

/// Words of our own, which users never see.
bool isRetired(const std::string &word) {
  static const std::vector<std::string> retired = {
      "agreement", "books",  "counterparts", "house", "lonely", "plant",   "told",
      "tuple",     "tuples", "twin",         "twins", "weigh",  "weighed", "witness"};
  return std::ranges::find(retired, word) != retired.end();
}

std::vector<std::string> wordsIn(const std::string &sentence) {
  std::vector<std::string> words;
  for (const std::string &word : splitText(sentence, ' '))
    if (std::ranges::any_of(word, [](unsigned char c) { return std::isalnum(c); }))
      words.push_back(word);
  return words;
}

/// Behind "Load imbalance at x.c:7 (20.0 % of T_p): ", or "(... of T_p at 5 places; most, ...): ".
std::string wordsOf(const Advice &advice) {
  const std::string end = "): ";
  size_t at = advice.sentence.find(end, advice.sentence.find(" of T_p"));
  REQUIRE(at != std::string::npos);
  return advice.sentence.substr(at + end.size());
}

void checkWords(const Advice &advice) {
  INFO(advice.rule);
  for (const std::string &sentence : sentencesIn(wordsOf(advice))) {
    INFO(sentence);
    auto first = static_cast<unsigned char>(sentence[0]);
    CHECK((std::isupper(first) || std::isdigit(first)));
    CHECK(sentence.back() == '.');
    std::vector<std::string> words = wordsIn(sentence);
    CHECK(words.size() <= 25);
    CHECK(std::ranges::none_of(words, isRetired));
    CHECK(sentence.find("that of") == std::string::npos);
  }
}

/// Of rules that are not about the program.
std::vector<Case> otherCases() {
  std::vector<Case> all;
  for (const CategoryInfo &info : allCategories())
    for (const char *kind : {"", "for", "parallel", "call"})
      all.emplace_back(info.name, kind);
  all.push_back(slowed(category::instruction_level));
  all.push_back(with(Case(category::unparallelised, "call", "step"), [](Case &made) {
    made.ledger.coverage.unseen_regions = {{"libsolve.so", {"step"}}};
  }));
  all.push_back(with(Case(category::unparallelised, "call", "step"), [](Case &made) {
    made.ledger.coverage.left_alone_regions = {{"x.c", 7, "inside a coroutine"},
                                               {"x.c", 9, "inside a coroutine"}};
  }));
  all.push_back(with(Case(category::unparallelised, "call"), [](Case &made) {
    made.table().other_threads_s = 0.5;
    made.setLine(category::off_cpu, 0.1);
  }));
  all.push_back(with(Case(category::off_cpu), [](Case &made) { made.ledger.machine.cores = 1; }));
  all.push_back(with(Case(category::unidentified), [](Case &made) {
    made.table().unidentified_parts = {0.2, 0, 0};
    made.table().own_cost.measured_s = 0.2;
  }));
  all.push_back(with(Case(category::user_scheduling, "for").times(350000), [](Case &made) {
    made.ledger.openmp_runtime = {"libomp", "/usr/lib/libomp.so.5", true};
  }));
  return all;
}

} // namespace

TEST_CASE("advice is in sentences of at most 25 words, without words of our own") {
  for (auto &[name, made] : catalogue()) {
    for (const Advice &advice : made.advice())
      checkWords(advice);
    for (ConstructLines &construct : made.table().constructs)
      construct.cpu_waits = {0.9, 0.9};
    made.table().cpu_waits = {0.9, 0.9, 0.9, 0.9, 0.9, 0.9};
    for (const Advice &advice : made.advice())
      checkWords(advice);
  }
  for (const Case &made : otherCases())
    for (const Advice &advice : made.advice())
      checkWords(advice);
}
