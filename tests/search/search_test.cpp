// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/search/story.h"
#include "tests/search/fake_program.h"

using namespace tare;
using namespace tare::testing;

namespace {

/// A region with a loop in it, in which there is a critical section; and a quiet second region.
struct Nested {
  Nested() {
    region = program.add(NodeKind::Parallel, -1);
    loop = program.add(NodeKind::For, region);
    critical = program.add(NodeKind::Critical, loop);
    quiet = program.add(NodeKind::Parallel, -1);
    quiet_loop = program.add(NodeKind::For, quiet);
  }
  FakeProgram program;
  int region, loop, critical, quiet, quiet_loop;
};

std::set<int> everAsked(const FakeProgram &program) {
  std::set<int> asked;
  for (const StepRequest &step : program.steps)
    asked.insert(step.on.begin(), step.on.end());
  return asked;
}

} // namespace

TEST_CASE("the first step has probes at regions only, the next ones go inside of what is large") {
  Nested nested;
  nested.program.truths[size_t(nested.critical)].costs[Why::Locks] = 0.2;
  FakeSearch fake(nested.program, {});
  REQUIRE(fake.run());
  REQUIRE(nested.program.steps.size() >= 3);
  CHECK(nested.program.steps[0].on.empty());
  CHECK(nested.program.steps[1].on == std::set<int>{nested.loop});
  CHECK(nested.program.steps[2].on == std::set<int>{nested.loop, nested.critical});
  CHECK(fake.verdictAt(nested.critical, Why::Locks) == Judgement::Confirmed);
  CHECK(everAsked(nested.program).count(nested.quiet_loop) == 0);
  CHECK(fake.search.report().end == SearchEnd::NothingLeft);
}

TEST_CASE("what looks like imbalance of a loop is not confirmed before its inside was asked") {
  Nested nested;
  nested.program.misleading = true;
  nested.program.truths[size_t(nested.critical)].costs[Why::Locks] = 0.2;
  FakeSearch fake(nested.program, {});
  REQUIRE(fake.run());
  CHECK(fake.verdictAt(nested.critical, Why::Locks) == Judgement::Confirmed);
  CHECK(fake.verdictAt(nested.loop, Why::Imbalance) == Judgement::Refuted);
  CHECK(fake.verdictAt(nested.region, Why::Imbalance) == Judgement::Refuted);
}

TEST_CASE("what cannot be afforded is not asked, and what is around it says so") {
  Nested nested;
  nested.program.misleading = true;
  Truth &critical = nested.program.truths[size_t(nested.critical)];
  critical.costs[Why::Locks] = 0.2;
  critical.entries = critical.guessed_entries = 1e8; // 2.5 s of 2 s
  FakeSearch fake(nested.program, {});
  REQUIRE(fake.run());
  CHECK(everAsked(nested.program).count(nested.critical) == 0);
  CHECK(fake.search.knowledge().at(nested.critical).never == Judgement::Unaffordable);
  auto loop = fake.search.knowledge().hypotheses().find({nested.loop, Why::Imbalance});
  REQUIRE(loop != fake.search.knowledge().hypotheses().end());
  CHECK(loop->second.verdict == Judgement::Confirmed);
  CHECK(loop->second.or_inside);
  CHECK(fake.search.report().end == SearchEnd::NotAffordable);
  CHECK(findingsText(fake.search.report(), fake.search.knowledge())
            .find("Unaffordable\n- critical") != std::string::npos);
}

TEST_CASE("a guess that was far too low is put right by what was counted, and nothing is judged") {
  Nested nested;
  Truth &loop = nested.program.truths[size_t(nested.loop)];
  loop.costs[Why::Imbalance] = 0.2;
  loop.guessed_entries = 10;
  loop.entries = 1e7; // an eighth of the threads' time
  FakeSearch fake(nested.program, {});
  REQUIRE(fake.run());
  REQUIRE(nested.program.steps.size() >= 2);
  CHECK_FALSE(fake.search.report().steps[1].judged);
  CHECK(fake.search.knowledge().at(nested.loop).never == Judgement::Unaffordable);
  CHECK(fake.verdictAt(nested.loop, Why::Imbalance) == Judgement::Open);
  for (size_t i = 2; i < nested.program.steps.size(); ++i)
    CHECK(nested.program.steps[i].on.count(nested.loop) == 0);
}

TEST_CASE("places that the budget does not hold at once are asked one after the other") {
  FakeProgram program;
  int region = program.add(NodeKind::Parallel, -1);
  std::vector<int> loops;
  for (int i = 0; i < 4; ++i) {
    Truth truth;
    truth.costs[Why::Imbalance] = 0.05;
    truth.entries = truth.guessed_entries = 2.4e6; // 3 % each
    loops.push_back(program.add(NodeKind::For, region, truth));
  }
  FakeSearch fake(program, {});
  REQUIRE(fake.run());
  for (int loop : loops)
    CHECK(fake.verdictAt(loop, Why::Imbalance) == Judgement::Confirmed);
  for (const StepRequest &step : program.steps)
    CHECK(step.on.size() <= 1);
}

TEST_CASE("probes of what was refuted are switched off again") {
  FakeProgram program;
  int region = program.add(NodeKind::Parallel, -1);
  Truth dear;
  dear.entries = dear.guessed_entries = 2e6;
  int quiet = program.add(NodeKind::For, region, dear);
  dear.costs[Why::Imbalance] = 0.1;
  int loud = program.add(NodeKind::For, region, dear);
  FakeSearch fake(program, {});
  REQUIRE(fake.run());
  CHECK(fake.verdictAt(loud, Why::Imbalance) == Judgement::Confirmed);
  CHECK(fake.verdictAt(quiet, Why::Imbalance) == Judgement::Refuted);
  REQUIRE(!program.steps.empty());
  CHECK(program.steps.back().on == std::set<int>{loud});
}

TEST_CASE("wide bands: once more with more tuples, then not decided") {
  Nested nested;
  nested.program.truths[size_t(nested.loop)].costs[Why::Imbalance] = 0.05;
  nested.program.band = 0.2;
  nested.program.noisy = false;
  FakeSearch fake(nested.program, {});
  REQUIRE(fake.run());
  CHECK(fake.verdictAt(nested.loop, Why::Imbalance) == Judgement::NotDecided);
  bool more = std::ranges::any_of(nested.program.steps,
                                  [](const StepRequest &step) { return step.repetitions == 6; });
  CHECK(more);
}

TEST_CASE("serial code is asked where the program has enough of it") {
  FakeProgram program;
  program.add(NodeKind::Parallel, -1);
  Truth slow;
  slow.costs[Why::Serial] = 0.3;
  int call = program.add(NodeKind::Call, -1, slow);
  int loop = program.add(NodeKind::Loop, -1);
  FakeSearch fake(program, {});
  REQUIRE(fake.run());
  CHECK(fake.verdictAt(call, Why::Serial) == Judgement::Confirmed);
  CHECK(fake.verdictAt(loop, Why::Serial) == Judgement::Refuted);

  FakeProgram parallel;
  parallel.add(NodeKind::Parallel, -1);
  int never = parallel.add(NodeKind::Call, -1);
  FakeSearch other(parallel, {});
  REQUIRE(other.run());
  CHECK(everAsked(parallel).count(never) == 0);
}

TEST_CASE("a pilot counts everything once, and nothing is judged by it") {
  Nested nested;
  Truth &critical = nested.program.truths[size_t(nested.critical)];
  critical.costs[Why::Locks] = 0.2;
  critical.guessed_entries = 1e9; // would never be asked
  SearchSettings settings;
  settings.pilot = true;
  FakeSearch fake(nested.program, settings);
  REQUIRE(fake.run());
  CHECK(nested.program.steps[0].repetitions == 1);
  CHECK(nested.program.steps[0].on.size() == 3);
  CHECK_FALSE(fake.search.report().steps[0].judged);
  CHECK(fake.verdictAt(nested.critical, Why::Locks) == Judgement::Confirmed);
}

TEST_CASE("regions that cannot be paid for end the search, said aloud") {
  FakeProgram program;
  Truth often;
  often.entries = often.guessed_entries = 1e8;
  program.add(NodeKind::Parallel, -1, often);
  FakeSearch fake(program, {});
  REQUIRE(fake.run());
  CHECK(program.steps.size() == 1);
  CHECK(fake.search.report().end == SearchEnd::TooDisturbed);
  CHECK(findingsText(fake.search.report(), fake.search.knowledge()).find("twice the budget") !=
        std::string::npos);
}

TEST_CASE("the table at the end has all that was confirmed, as far as the budget goes") {
  FakeProgram program;
  int region = program.add(NodeKind::Parallel, -1);
  std::vector<int> loops;
  for (int i = 0; i < 3; ++i) {
    Truth truth;
    truth.costs[Why::Imbalance] = i < 2 ? 0.05 : 0;
    truth.entries = truth.guessed_entries = 1.9e6; // 2.4 %: two at once
    loops.push_back(program.add(NodeKind::For, region, truth));
  }
  FakeSearch fake(program, {});
  REQUIRE(fake.run());
  REQUIRE(!program.steps.empty());
  CHECK(program.steps.back().on == std::set<int>{loops[0], loops[1]});
}

TEST_CASE("random programs: what is hidden is found, nothing else is, within the budget") {
  std::mt19937_64 random(20261122);
  auto upTo = [&](int most) { return static_cast<int>(random() % uint64_t(most)); };
  const NodeKind kinds[] = {NodeKind::For,     NodeKind::Single, NodeKind::Critical,
                            NodeKind::Barrier, NodeKind::For,    NodeKind::Lock};
  int found = 0, hidden = 0;
  for (int trial = 0; trial < 300; ++trial) {
    FakeProgram program;
    program.random.seed(uint64_t(trial));
    program.misleading = trial % 2;
    std::vector<int> all;
    for (int i = 0, regions = 1 + upTo(3); i < regions; ++i)
      all.push_back(program.add(NodeKind::Parallel, -1));
    for (int i = 0, constructs = 3 + upTo(12); i < constructs; ++i) {
      Truth truth;
      truth.entries = std::pow(10, 1 + upTo(6));
      truth.guessed_entries = truth.entries * std::pow(10, upTo(5) - 2);
      all.push_back(program.add(kinds[upTo(6)], all[size_t(upTo(int(all.size())))], truth));
    }
    for (int i = 0, plants = upTo(4); i < plants; ++i) {
      int place = all[size_t(upTo(int(all.size())))];
      std::vector<Why> whys = whysAt(program.places.all[size_t(place)].kind, false);
      program.truths[size_t(place)].costs[whys[size_t(upTo(int(whys.size())))]] =
          0.05 + 0.01 * upTo(10);
    }
    SearchSettings settings;
    FakeSearch fake(program, settings);
    REQUIRE(fake.run());
    for (const SearchStep &step : fake.search.report().steps)
      CHECK(step.choice.predicted <= settings.budget);
    for (const auto &[question, hypothesis] : fake.search.knowledge().hypotheses()) {
      auto [place, why] = question;
      CHECK(hypothesis.verdict != Judgement::Open);
      const auto &costs = program.truths[size_t(place)].costs;
      double truth = costs.count(why) ? costs.at(why) : 0;
      if (hypothesis.verdict == Judgement::Confirmed && !hypothesis.or_inside)
        CHECK(truth >= settings.least / 2);
      if (hypothesis.verdict == Judgement::Refuted)
        CHECK(truth < settings.least + program.band);
    }
    for (size_t i = 0; i < program.truths.size(); ++i)
      for (auto [why, cost] : program.truths[i].costs) {
        ++hidden;
        Judgement verdict = fake.verdictAt(static_cast<int>(i), why);
        found += verdict == Judgement::Confirmed;
        bool affordable =
            program.truths[i].guessed_entries <= 1e4 && program.truths[i].entries <= 1e4;
        if (affordable && fake.search.report().end == SearchEnd::NothingLeft)
          CHECK(verdict == Judgement::Confirmed);
      }
  }
  INFO(found << " of " << hidden);
  CHECK(found * 10 > hidden * 8);
}
