// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/search/knowledge.h"

using namespace tare;

namespace {

/// A region with a loop, in which there is a critical section that never gets probes.
Places places(const std::string &without = "") {
  Places places;
  const NodeKind kinds[] = {NodeKind::Parallel, NodeKind::For, NodeKind::Critical};
  for (int i = 0; i < 3; ++i) {
    Place place;
    place.id = std::to_string(i);
    place.kind = kinds[i];
    place.can_ask = i == 1 || (i == 2 && without.empty());
    if (i < 2)
      place.inside = {i + 1};
    if (i > 0)
      place.around = {i - 1};
    places.by_id[place.id] = i;
    places.all.push_back(place);
  }
  places.all[2].without_probes = without;
  return places;
}

Share certain(double share) { return {share, share, share}; }

Evidence evidence(int repetitions = 3) {
  Evidence evidence;
  evidence.repetitions = repetitions;
  evidence.thread_time_s = 1;
  return evidence;
}

const Hypothesis *at(const Knowledge &knowledge, int place, Why why) {
  auto found = knowledge.hypotheses().find({place, why});
  return found == knowledge.hypotheses().end() ? nullptr : &found->second;
}

} // namespace

TEST_CASE("a claim is confirmed or refuted only where its band leaves no other") {
  CHECK(judge({0.05, 0.04, 0.06}, 0.02) == Judgement::Confirmed);
  CHECK(judge({0.05, 0.01, 0.09}, 0.02) == Judgement::Open); // low end not above half of it
  CHECK(judge({0.019, 0.018, 0.021}, 0.02) == Judgement::Open);
  CHECK(judge({0.01, 0, 0.019}, 0.02) == Judgement::Refuted);
  CHECK(judge({-0.3, -0.4, -0.2}, 0.02) == Judgement::Refuted);
}

TEST_CASE("what is unknown inside may be the work that its region seems to do more of") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence coarse = evidence();
  coarse.constructs["0"].unnamed = certain(0.1);
  REQUIRE(knowledge.take(1, {}, coarse));
  CHECK(knowledge.unaskedInside(0) == std::vector<int>{1});
  REQUIRE(at(knowledge, 0, Why::Work));
  CHECK(at(knowledge, 0, Why::Work)->verdict == Judgement::Open); // not refuted by its zero
  CHECK(at(knowledge, 0, Why::Imbalance)->verdict == Judgement::Refuted);
  CHECK_FALSE(knowledge.wantsAgain(0)); // it waits for the loop
}

TEST_CASE("no wait is refuted where threads had no CPU to wait on") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence crowded = evidence();
  crowded.without_core = 0.3;
  REQUIRE(knowledge.take(1, {}, crowded));
  CHECK(at(knowledge, 0, Why::Imbalance)->verdict == Judgement::Open);
  CHECK(at(knowledge, 0, Why::ForkJoin)->verdict == Judgement::Refuted);
  CHECK(knowledge.wantsAgain(0));
  REQUIRE(knowledge.take(2, {}, crowded));
  CHECK(at(knowledge, 0, Why::Imbalance)->verdict == Judgement::NotDecided);
  CHECK(at(knowledge, 0, Why::Imbalance)->reason.find("waited for CPUs") != std::string::npos);
  Knowledge alone(all, {});
  REQUIRE(alone.take(1, {}, crowded));
  REQUIRE(alone.take(2, {}, evidence()));
  CHECK(at(alone, 0, Why::Imbalance)->verdict == Judgement::Refuted);
}

TEST_CASE("what a table has at a loop of a region's code is the region's") {
  Places all = places();
  all.all[0].parts = {"its loop", "another"};
  Knowledge knowledge(all, {});
  Evidence coarse = evidence();
  coarse.constructs["its loop"].unnamed = certain(0.1);
  coarse.constructs["another"].of(Why::Work) = certain(0.05);
  REQUIRE(knowledge.take(1, {}, coarse));
  CHECK(knowledge.unaskedInside(0) == std::vector<int>{1});
  CHECK(knowledge.at(0).known->unnamed == certain(0.1));
  CHECK(knowledge.at(0).known->of(Why::Work) == certain(0.05));
}

TEST_CASE("what was found once and is smaller the next time is decided all the same") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence some = evidence();
  some.constructs["0"].of(Why::Tasks) = {0.03, 0.005, 0.05}; // no question that regions have
  REQUIRE(knowledge.take(1, {1, 2}, some));
  REQUIRE(at(knowledge, 0, Why::Tasks));
  CHECK(at(knowledge, 0, Why::Tasks)->verdict == Judgement::Open);
  some.constructs["0"].of(Why::Tasks) = {0.015, 0.005, 0.03};
  REQUIRE(knowledge.take(2, {1, 2}, some));
  CHECK(at(knowledge, 0, Why::Tasks)->verdict == Judgement::NotDecided);
  CHECK_FALSE(knowledge.wantsAgain(0));
}

TEST_CASE("a region that has nothing to explain is not looked into") {
  Places all = places();
  Knowledge knowledge(all, {});
  REQUIRE(knowledge.take(1, {}, evidence()));
  CHECK(knowledge.unaskedInside(0).empty());
}

TEST_CASE("tasks are asked although what creates them is small: they run elsewhere") {
  for (NodeKind kind : {NodeKind::Critical, NodeKind::Task}) {
    Places all = places();
    all.all[2].kind = kind;
    Knowledge knowledge(all, {});
    Evidence step = evidence();
    step.constructs["0"].unnamed = certain(0.3);
    REQUIRE(knowledge.take(1, {1}, step)); // the construct between has nothing
    std::vector<int> asked = knowledge.unaskedInside(0);
    CHECK(asked == (kind == NodeKind::Task ? std::vector<int>{2} : std::vector<int>{}));
  }
}

TEST_CASE("gains hide no costs: both are looked at one by one") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence coarse = evidence();
  coarse.constructs["0"].of(Why::Work) = certain(-0.2);
  coarse.constructs["0"].of(Why::Imbalance) = certain(0.1);
  REQUIRE(knowledge.take(1, {}, coarse));
  CHECK_FALSE(knowledge.unaskedInside(0).empty());
}

TEST_CASE("where something never has probes, a confirmed line may be that") {
  Places all = places("inside a directive's clause");
  Knowledge knowledge(all, {});
  CHECK(knowledge.at(2).never == Judgement::NoProbes);
  Evidence fine = evidence();
  fine.constructs["1"].of(Why::Imbalance) = certain(0.1);
  REQUIRE(knowledge.take(1, {1}, fine));
  REQUIRE(at(knowledge, 1, Why::Imbalance));
  CHECK(at(knowledge, 1, Why::Imbalance)->verdict == Judgement::Confirmed);
  CHECK(at(knowledge, 1, Why::Imbalance)->or_inside);
}

TEST_CASE("one tuple has no bands: nothing is judged") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence fine = evidence(1);
  fine.constructs["1"].of(Why::Imbalance) = certain(0.1);
  REQUIRE(knowledge.take(1, {1, 2}, fine));
  CHECK(knowledge.hypotheses().empty());
}

TEST_CASE("what the instrumenter left without probes is not asked again") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence fine = evidence();
  fine.without_probes["2"] = "it lies inside a task that is left out";
  fine.constructs["1"].of(Why::Imbalance) = certain(0.1);
  REQUIRE(knowledge.take(1, {1, 2}, fine));
  CHECK(knowledge.at(2).never == Judgement::NoProbes);
  CHECK(knowledge.unaskedInside(1).empty());
  CHECK(at(knowledge, 1, Why::Imbalance)->or_inside);
}

TEST_CASE("an outer place is not judged while what was asked inside of it has no probes") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence whole = evidence();
  whole.constructs["2"].of(Why::Locks) = certain(0.1);
  REQUIRE(knowledge.take(1, {1, 2}, whole));
  CHECK(at(knowledge, 1, Why::Imbalance)->verdict == Judgement::Refuted);
  Evidence less = evidence(); // the lock's waits look like imbalance now
  less.constructs["1"].of(Why::Imbalance) = certain(0.1);
  REQUIRE(knowledge.take(2, {1}, less));
  CHECK(at(knowledge, 1, Why::Imbalance)->verdict == Judgement::Refuted);
  CHECK(at(knowledge, 2, Why::Locks)->verdict == Judgement::Confirmed);
}

TEST_CASE("at the end every question has a verdict") {
  Places all = places();
  Knowledge knowledge(all, {});
  Evidence coarse = evidence();
  coarse.constructs["0"].of(Why::Imbalance) = certain(0.1);
  coarse.constructs["0"].unnamed = certain(0.1);
  REQUIRE(knowledge.take(1, {}, coarse));
  knowledge.giveUp(1, Judgement::Unaffordable, "too dear");
  knowledge.giveUp(2, Judgement::Unaffordable, "too dear");
  knowledge.settle();
  CHECK(at(knowledge, 0, Why::Imbalance)->verdict == Judgement::Confirmed);
  CHECK(at(knowledge, 0, Why::Imbalance)->or_inside);
  CHECK(at(knowledge, 0, Why::Work)->verdict == Judgement::NotDecided);
}
