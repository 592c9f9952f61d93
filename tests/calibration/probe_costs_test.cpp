// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/probe_costs.h"
#include "analyzer/profile/profile.h"
#include "base/json/fields.h"

#include "catch.hpp"

#include <optional>
#include <set>

using namespace tare;
using Catch::Contains;

namespace {

ProbeCosts someCosts() {
  ProbeCosts costs;
  costs.openmp_runtime = "libgomp";
  costs.threads = 4;
  costs.ticks_per_second = 2.595e9;
  costs.interrupted = 0.0041;
  costs.interruption = 65000.5;
  costs.dispersion = 12.25;
  costs.primitives = {{"barrier", 470.5}, {"parallel", 1600}};
  for (size_t i = 0; i < cost_kinds; ++i) {
    double x = static_cast<double>(i) / 3;
    costs.costs[i].inside = {x, x + 0.1, x + 100, x + 0.2, x + 130};
    costs.costs[i].outside = {0, 2 * x, x};
  }
  return costs;
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string written(const ProbeCosts &costs) { return json::write(costs, probeCostFields); }

std::string whyNot(const std::string &text) {
  Result<ProbeCosts> read = json::read(text, probeCostFields);
  return read.ok() ? "it was read" : read.error().message;
}

std::optional<CostKind> kindOf(NodeKind node, Spent spent, bool forks = false) {
  CostKind kind;
  bool found = costKindOf(node, spent, forks, kind);
  return found ? std::optional(kind) : std::nullopt;
}

} // namespace

TEST_CASE("probe costs: names are unique, and found again") {
  std::set<std::string_view> names;
  for (size_t i = 0; i < cost_kinds; ++i) {
    auto kind = static_cast<CostKind>(i);
    names.insert(costKindName(kind));
    CostKind found;
    REQUIRE(costKindFromName(costKindName(kind), found));
    CHECK(found == kind);
  }
  CHECK(names.size() == cost_kinds);
  CHECK(costKindName(CostKind::RegionFork) == "region_fork");
  CHECK(costKindName(CostKind::RegionJoin) == "region_join");
  CHECK(costKindName(CostKind::Iteration) == "iteration");
  CostKind none;
  CHECK(!costKindFromName("regionfork", none));
}

TEST_CASE("probe costs: JSON and back is the same, to the last bit") {
  ProbeCosts costs = someCosts();
  Result<ProbeCosts> read = json::read(written(costs), probeCostFields);
  REQUIRE(read.ok());
  CHECK(read.value().openmp_runtime == "libgomp");
  CHECK(read.value().threads == 4);
  CHECK(read.value().ticks_per_second == costs.ticks_per_second);
  for (size_t i = 0; i < cost_kinds; ++i) {
    const ProbeCost &a = read.value().costs[i], &b = costs.costs[i];
    CHECK(a.inside == b.inside);
    CHECK(a.outside == b.outside);
  }
  CHECK(written(read.value()) == written(costs));
}

TEST_CASE("probe costs: what is no such text is refused, with the reason") {
  std::string good = written(someCosts());
  CHECK_THAT(whyNot(""), Contains("it is not a JSON object"));
  CHECK_THAT(whyNot("[1, 2]"), Contains("it is not a JSON object"));
  CHECK_THAT(whyNot(good.substr(0, good.size() / 2)), Contains("it is not JSON"));
  CHECK_THAT(whyNot(replaced(good, "tare.probe_costs/1", "tare.probe_costs/2")),
             Contains("it has version 2, and this Tare reads version 1"));
  CHECK_THAT(whyNot(replaced(good, "\"threads\": 4", "\"threads\": 0")), Contains("threads"));
  CHECK_THAT(whyNot(replaced(good, "\"threads\": 4", "\"threads\": 4.5")), Contains("threads"));
  CHECK_THAT(whyNot(replaced(good, "\"threads\": 4", "\"threads\": \"4\"")), Contains("threads"));
  CHECK_THAT(whyNot(replaced(good, "2595000000.0", "0")),
             Contains("'ticks_per_second' is no clock's"));
  CHECK_THAT(whyNot(replaced(good, "12.25", "-12.25")),
             Contains("'dispersion' is not a number from 0"));
  CHECK_THAT(whyNot(replaced(good, "\"libgomp\"", "7")),
             Contains("'openmp_runtime' is not a text"));
  CHECK_THAT(whyNot(replaced(good, "\"barrier\"", "\"barriers\"")),
             Contains("'costs.barrier' is missing"));
  CHECK_THAT(whyNot(replaced(good, "\"barrier\"", "\"more\": {}, \"barrier\"")),
             Contains("'costs.more' is not known"));
}

TEST_CASE("probe costs: negative ones and ones out of order are refused") {
  auto with = [](Cost cost) {
    ProbeCosts costs = someCosts();
    costs.of(CostKind::LockHeld).outside = cost;
    return whyNot(written(costs));
  };
  CHECK(with({1, 1, 1}) == "it was read");
  CHECK(with({0, 5, 3}) == "it was read"); // cold may be below warm
  CHECK_THAT(with({-1, 2, 3}), Contains("'costs.lock_held.outside.low' is not a number from 0"));
  CHECK_THAT(with({2, 1, 3}), Contains("'costs.lock_held.outside' has 'low' above"));
  CHECK_THAT(with({2, 3, 1}), Contains("has 'low' above"));
  CHECK(with({2, 3, 4, 3}) == "it was read");
  CHECK_THAT(with({2, 3, 4, 2.5}), Contains("'costs.lock_held.outside' has 'dense' below"));
}

TEST_CASE("which probes stand around a kind of time: regions by who forks them") {
  CHECK(kindOf(NodeKind::Parallel, Spent::Fork, true) == CostKind::RegionFork);
  CHECK(kindOf(NodeKind::Parallel, Spent::Fork, false) == CostKind::RegionStart);
  CHECK(kindOf(NodeKind::Parallel, Spent::Body, true) == CostKind::RegionBody);
  CHECK(kindOf(NodeKind::Parallel, Spent::Body, false) == CostKind::RegionBody);
  CHECK(kindOf(NodeKind::Parallel, Spent::Wait, true) == CostKind::RegionJoin);
  CHECK(!kindOf(NodeKind::Parallel, Spent::Wait, false));
  CHECK(kindOf(NodeKind::Parallel, Spent::Skipped, true) == CostKind::Work);
}

TEST_CASE("which probes stand around a kind of time: waits by what is waited for") {
  for (NodeKind barrier : {NodeKind::Barrier, NodeKind::For, NodeKind::Sections, NodeKind::Single})
    CHECK(kindOf(barrier, Spent::Wait) == CostKind::Barrier);
  for (NodeKind lock : {NodeKind::Critical, NodeKind::Ordered}) {
    CHECK(kindOf(lock, Spent::Wait) == CostKind::LockWait);
    CHECK(kindOf(lock, Spent::Body) == CostKind::LockHeld);
  }
  for (NodeKind wait : {NodeKind::Lock, NodeKind::Spin})
    CHECK(kindOf(wait, Spent::Wait) == CostKind::Wait);
  for (NodeKind wait :
       {NodeKind::Taskwait, NodeKind::Taskgroup, NodeKind::Taskyield, NodeKind::Taskloop}) {
    CHECK(kindOf(wait, Spent::Wait) == CostKind::TaskWait);
    CHECK(!kindOf(wait, Spent::Fetching)); // a part of the wait
  }
}

TEST_CASE("which probes stand around a kind of time: work, tasks, serial code") {
  for (NodeKind kind : {NodeKind::For, NodeKind::Sections, NodeKind::Section, NodeKind::Single,
                        NodeKind::Master, NodeKind::Masked, NodeKind::Loop})
    CHECK(kindOf(kind, Spent::Body) == CostKind::Work);
  CHECK(kindOf(NodeKind::Task, Spent::Body) == CostKind::Task);
  CHECK(kindOf(NodeKind::Task, Spent::Creation) == CostKind::TaskCreation);
  CHECK(kindOf(NodeKind::Taskloop, Spent::Body) == CostKind::Task);
  CHECK(kindOf(NodeKind::Taskloop, Spent::Creation) == CostKind::TaskCreation);
  for (NodeKind kind : {NodeKind::Call, NodeKind::Loop})
    CHECK(kindOf(kind, Spent::Serial) == CostKind::Serial);
}

TEST_CASE("a loop's set-up ends with the probe of its first iteration") {
  CHECK(kindOf(NodeKind::For, Spent::Scheduling) == CostKind::LoopStart);
}

TEST_CASE("what is only counted has one probe") {
  for (NodeKind counted :
       {NodeKind::Atomic, NodeKind::Flush, NodeKind::Lock, NodeKind::Cancel, NodeKind::Depobj})
    CHECK(kindOf(counted, Spent::Body) == CostKind::Count);
}

TEST_CASE("no probes stand around a wait's body, sections' set-up, or what no cell has") {
  for (NodeKind waits : {NodeKind::Barrier, NodeKind::Taskwait, NodeKind::Spin})
    CHECK(!kindOf(waits, Spent::Body));
  CHECK(!kindOf(NodeKind::Sections, Spent::Scheduling));
  for (Spent spent : {Spent::SetUp, Spent::Nested, Spent::TaskGap, Spent::Around})
    CHECK(!kindOf(NodeKind::For, spent));
}
