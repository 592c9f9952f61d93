// SPDX-License-Identifier: Apache-2.0
// E and X: teams of another size than asked for, one after the other and inside each other, in
// closed form.
#include "analyzer/accounts/close.h"
#include "analyzer/accounts/inside_loop.h"
#include "analyzer/books/balance_run.h"
#include "analyzer/report/note_text.h"
#include "analyzer/teams/team_overlap.h"
#include "analyzer/teams/times_met.h"
#include "catch.hpp"
#include "fake_run.h"
#include "tests/accounts/close_alone.h"

using namespace tare;
using namespace tare::test;

namespace {

BalancedRun balancedRun(const Profile &profile, int p) {
  KeyTable keys;
  std::vector<int> of = keys.add(profile);
  Result<BalancedRun> run = balanceRun(profile, p, keys, of);
  if (!run.ok())
    FAIL(run.error().text());
  return run.value();
}

RunBalance balanceOf(const Profile &profile, int p) { return balancedRun(profile, p).balance; }

Ticks total(const RunBalance &balance, State state) {
  Ticks sum = 0;
  for (const NodeBalance &n : balance.nodes)
    sum += n[state];
  return sum;
}

// A nested team's thread in [begin, end); its master's body fills it, a worker's too.
void addInner(Profile &profile, size_t thread, uint32_t node, uint64_t instance, Ticks begin,
              Ticks end, uint16_t size, uint16_t number) {
  while (profile.threads.size() <= thread)
    profile.threads.emplace_back();
  ProfileThread &t = profile.threads[thread];
  t.nodes.resize(profile.modules[0].tree.nodes.size());
  Segment s;
  s.instance = instance;
  s.open = begin;
  s.arrive = end;
  s.leave = number == 0 ? end : 0;
  s.region_node = s.barrier_node = node;
  s.team_size = size;
  s.thread_num = number;
  s.depth = 1;
  s.is_last = true;
  s.is_master = number == 0;
  s.spent = {{end - begin, node, Spent::Body, 0, 1}};
  t.log.push_back(s);
  ProfileNode &cells = t.nodes[node];
  cells.cells[Spent::Body].ticks += end - begin;
  cells.cells[Spent::Body].entries += 1;
  cells.inside += end - begin;
  if (number != 0)
    return;
  cells.cells[Spent::Wait].entries += 1;
  cells.span += end - begin;
  cells.area += size * (end - begin);
  cells.surplus += (size - 1) * (end - begin);
  cells.instances += 1;
}

// `outer` threads for 1000, each of which forks a team of `inner` in [100, 900).
Profile nested(int p, int outer, int inner) {
  FakeRun run(p);
  uint32_t region = run.node(NodeKind::Parallel, "outer");
  uint32_t below = run.node(NodeKind::Parallel, "inner");
  auto n = static_cast<size_t>(outer);
  run.fork(region, std::vector<Ticks>(n, 0));
  for (size_t i = 0; i < n; ++i)
    run.spend(i, region, Spent::Body, 1000);
  run.join(0);
  Profile profile = run.finish();
  size_t worker = n;
  for (size_t i = 0; i < n; ++i) {
    Segment &segment = profile.threads[i].log[0];
    segment.spent[1].ticks = 200;
    segment.spent.push_back(SpentTime{800, below, Spent::Nested, 1, 1});
    profile.threads[i].nodes[region].cells[Spent::Body].ticks = 200;
    auto size = static_cast<uint16_t>(inner);
    for (uint16_t number = 0; number < size; ++number)
      addInner(profile, number == 0 ? i : worker++, below, 2 + i, 100, 900, size, number);
  }
  return profile;
}

double threadsAtOnce(int p, int outer, int inner) {
  return balancedRun(nested(p, outer, inner), p).mean_threads_in_regions;
}

// A thread enters a loop once in a segment.
void enterLoop(Profile &profile, size_t thread, Segment &segment, uint32_t loop) {
  segment.spent.push_back(SpentTime{0, loop, Spent::Body, 10, 1});
  ProfileCell &body = profile.threads[thread].nodes[loop].cells[Spent::Body];
  body.entries += 1;
  body.units += 10;
}

// In a team of two that meets a loop and a barrier, threads fork regions of one thread each, in
// which the same loop is, once in each.
Profile loopInSerialisedRegions(const std::vector<int> &forks) {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "outer");
  uint32_t below = run.node(NodeKind::Parallel, "inner");
  uint32_t loop = run.node(NodeKind::For, "");
  uint32_t barrier = run.node(NodeKind::Barrier, "");
  run.serial(10);
  run.fork(region, {0, 0});
  run.barrier(barrier, {0, 0});
  for (size_t i = 0; i < 2; ++i)
    run.spend(i, region, Spent::Body, 100 * forks[i]);
  run.join(0);
  Profile profile = run.finish();
  uint64_t instance = 1;
  for (size_t i = 0; i < 2; ++i) {
    profile.threads[i].nodes[region].cells[Spent::Body] = {};
    profile.threads[i].log[1].spent[0] = {100 * forks[i], below, Spent::Nested, 1, 1};
    enterLoop(profile, i, profile.threads[i].log[0], loop);
    for (int n = 0; n < forks[i]; ++n) {
      addInner(profile, i, below, ++instance, 10 + 100 * n, 110 + 100 * n, 1, 0);
      enterLoop(profile, i, profile.threads[i].log.back(), loop);
    }
  }
  return profile;
}

constexpr uint32_t inner_loop = 2, outer_barrier = 3; // their nodes

} // namespace

TEST_CASE("threads in regions are those of all teams at once") {
  CHECK(threadsAtOnce(4, 4, 1) == Approx(4)); // regions of one thread each add none
  CHECK(threadsAtOnce(4, 2, 2) == Approx(2 + 0.8 * 2));
  CHECK(threadsAtOnce(4, 4, 4) == Approx(4 + 0.8 * 12));
  CHECK(threadsAtOnce(1, 1, 3) == Approx(1 + 0.8 * 2));
}

TEST_CASE("a loop was met as often as teams met it, whoever their threads were") {
  for (const std::vector<int> &forks : std::vector<std::vector<int>>{{3, 1}, {2, 2}, {0, 4}}) {
    Profile profile = loopInSerialisedRegions(forks);
    INFO(forks[0] << " and " << forks[1] << " regions of one thread");
    RunBalance balance = balanceOf(profile, 2);
    KeyTable keys;
    std::vector<int> of = keys.add(profile);
    CHECK(balance.nodes[of[inner_loop]].instances == 5); // once in the team of two
    CHECK(balance.nodes[of[outer_barrier]].instances == 1);
  }
}

TEST_CASE("a log that lacks instances knows the teams' sizes, its cells how often") {
  Profile profile = loopInSerialisedRegions({4, 4});
  for (ProfileThread &thread : profile.threads) {
    std::erase_if(thread.log, [](const Segment &s) { return s.depth == 0; });
    thread.log.pop_back();
    thread.nodes[inner_loop].cells[Spent::Body].entries -= 1; // the outer team's
  }
  CHECK(timesMetByTeams(profile)[inner_loop] == 8);
  CHECK(timesMetByTeams(profile)[outer_barrier] == 1); // no log tells of it: one thread's
}

TEST_CASE("what all threads of a region meet was met as often as the region, whatever its teams") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "");
  uint32_t barrier = run.node(NodeKind::Barrier, "");
  run.describe(loop).parent = run.describe(barrier).parent = static_cast<int>(region);
  for (size_t n : {2, 1, 1, 2, 1, 2, 1}) {
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, loop, Spent::Body, 10);
    run.barrier(barrier, std::vector<Ticks>(n, 0));
    run.join(0);
  }
  Profile profile = run.finish();
  profile.log_complete = false;
  for (ProfileThread &thread : profile.threads) // those that were kept are not like the others
    std::erase_if(thread.log, [](const Segment &s) { return s.team_size == 2 && s.instance > 1; });
  CHECK(timesMetByTeams(profile)[loop] == 7);
  CHECK(timesMetByTeams(profile)[barrier] == 7);
}

TEST_CASE("what only some teams of a region meet is not counted by its executions") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "");
  run.describe(loop).parent = static_cast<int>(region);
  for (size_t n : {2, 1, 1, 2, 1, 1}) {
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      for (int k = 0; n == 2 && k < 2; ++k)
        run.spend(i, loop, Spent::Body, 10);
    run.join(0);
  }
  Profile profile = run.finish(); // the loop's entries are as many as the region's: eight
  for (bool is_sampled : {false, true}) {
    INFO(is_sampled);
    profile.log_complete = !is_sampled;
    CHECK(timesMetByTeams(profile)[loop] == 4);
    for (ProfileThread &thread : profile.threads)
      std::erase_if(thread.log, [](const Segment &s) { return s.instance % 3 == 1; });
  }
  CHECK(timesMetByTeams(profile)[loop] == 4); // no log tells of it
}

TEST_CASE("teams that share a thread are not counted by those that fork them") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "");
  run.describe(loop).parent = static_cast<int>(region);
  for (int i = 0; i < 4; ++i) {
    run.fork(region, {0, 0});
    for (size_t t = 0; t < 2; ++t)
      run.spend(t, loop, Spent::Body, 10);
    run.join(0);
  }
  Profile profile = run.finish();
  profile.log_complete = false;
  auto &first = profile.threads[0].nodes[region], &second = profile.threads[1].nodes[region];
  first.instances = 1; // each forks some, and is a worker of the others
  second.instances = 3;
  CHECK(timesMetByTeams(profile)[loop] == 4); // by the log, not 8
}

TEST_CASE("instances that stand for others count with their weight") {
  Profile profile = loopInSerialisedRegions({2, 2});
  for (ProfileThread &thread : profile.threads) {
    for (Segment &segment : thread.log)
      segment.weight = segment.depth == 1 ? 5 : 1;
    thread.nodes[inner_loop].cells[Spent::Body].entries = 1 + 2 * 5;
  }
  CHECK(timesMetByTeams(profile)[inner_loop] == 1 + 4 * 5);
}

TEST_CASE("teams of changing size: E and X are each team's own") {
  FakeRun run(4);
  uint32_t region = run.node(NodeKind::Parallel, "");
  for (size_t n : {4, 1, 3, 6}) {
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, region, Spent::Body, 100);
    run.join(0);
  }
  RunBalance balance = balanceOf(run.finish(), 4);
  CHECK(total(balance, State::Missing) == (3 + 1) * 100);
  CHECK(total(balance, State::Surplus) == 2 * 100);
  CHECK(total(balance, State::Region) == (4 + 1 + 3 + 6) * 100);
}

TEST_CASE("nested teams on the cores that the outer one leaves are neither E nor X") {
  RunBalance balance = balanceOf(nested(4, 2, 2), 4);
  CHECK(total(balance, State::Missing) == 2 * 200); // before and after the inner teams
  CHECK(total(balance, State::Surplus) == 0);
}

TEST_CASE("nested teams that need more cores than are left") {
  RunBalance balance = balanceOf(nested(4, 2, 3), 4); // 6 threads in [100, 900)
  CHECK(total(balance, State::Missing) == 2 * 200);
  CHECK(total(balance, State::Surplus) == 2 * 800);
  balance = balanceOf(nested(2, 2, 2), 2);
  CHECK(total(balance, State::Missing) == 0);
  CHECK(total(balance, State::Surplus) == 2 * 800);
}

TEST_CASE("threads beyond those asked for are told, wherever they come from") {
  for (auto [outer, inner, told] : {std::tuple(2, 2, true), {2, 1, false}}) {
    auto profile = std::make_shared<const Profile>(nested(2, outer, inner));
    Repetition repetition;
    repetition.threads = 2;
    repetition.instrumented.profile = profile;
    KeyTable keys;
    std::vector<std::string> notes = sentencesOf(closeRepetition(repetition, keys).value().notes);
    INFO(outer << " " << inner);
    CHECK(std::ranges::any_of(notes, [](const std::string &note) {
            return note.find("than the 2 asked for") != std::string::npos;
          }) == told);
  }
}

TEST_CASE("nested teams that leave some of the cores") {
  RunBalance balance = balanceOf(nested(8, 2, 2), 8);
  CHECK(total(balance, State::Missing) == 6 * 200 + 4 * 800);
  CHECK(total(balance, State::Surplus) == 0);
}

TEST_CASE("serialised nesting is no team beyond the outer one") {
  RunBalance balance = balanceOf(nested(2, 2, 1), 2);
  CHECK(total(balance, State::Missing) == 0);
  CHECK(total(balance, State::Surplus) == 0);
}

TEST_CASE("nested teams that the log lacks overlap as those that it has; without any the run says so") {
  Profile profile = nested(4, 2, 2);
  RunBalance whole = balanceOf(profile, 4);
  REQUIRE(total(whole, State::Surplus) == 0);
  auto forget = [&](size_t thread) {
    std::erase_if(profile.threads[thread].log, [](const Segment &s) { return s.depth > 0; });
  };
  profile.log_complete = false;
  for (size_t thread : {1, 3})
    forget(thread);
  RunBalance sampled = balanceOf(profile, 4);
  for (State state : {State::Missing, State::Surplus})
    CHECK(total(sampled, state) == total(whole, state));
  for (size_t thread : {0, 2})
    forget(thread);
  KeyTable keys;
  std::vector<int> of = keys.add(profile);
  BalancedRun run = balanceRun(profile, 4, keys, of).value();
  CHECK(total(run.balance, State::Missing) == 2 * 1000);
  CHECK(total(run.balance, State::Surplus) == 2 * 800);
  REQUIRE(run.notes.size() == 1);
  CHECK_THAT(sentenceOf(run.notes[0]), Catch::Contains("log is not complete"));
}

namespace {

// A team of two whose threads spend 100 and 900 in nested regions: in the body of `kind`, or forked
// nobody knows where.
struct Recursion {
  NodeKind kind;
  bool tells = true;

  RunBalance balance() const { return balanceOf(profile(), 2); }

  Profile profile() const {
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t around = run.node(kind, "around");
    run.serial(10);
    run.fork(region, {0, 0});
    for (size_t i = 0; i < 2; ++i)
      run.spend(i, around, Spent::Body, spans[i], 1);
    run.join(0);
    Profile profile = run.finish();
    for (size_t i = 0; i < 2; ++i) {
      Segment &outer = profile.threads[i].log[0];
      profile.threads[i].nodes[around].cells[Spent::Body].ticks = 0;
      outer.spent = {{0, region, Spent::Fork, 0, 1},
                     {0, around, Spent::Body, 1, 1},
                     {spans[i], region, Spent::Nested, 1, 1}};
      if (tells)
        outer.spent.push_back({0, around, Spent::Around, 0, 0});
      addInner(profile, i, region, 2 + i, 10, 10 + spans[i], 1, 0);
    }
    return profile;
  }

  static constexpr Ticks spans[] = {100, 900};
};

constexpr int region_key = 1, around_key = 2; // 0 is that of no node

} // namespace

TEST_CASE("a team waits for what its loop shared out, the regions nested in it as well") {
  RunBalance balance = Recursion{NodeKind::For}.balance();
  CHECK(balance.nodes[around_key][State::WaitLoad] == 800);
  CHECK(balance.nodes[region_key][State::WaitLoad] == 0);
}

TEST_CASE("a loop's imbalance over time counts nested work once, in the loop around it") {
  Profile profile = Recursion{NodeKind::For}.profile();
  for (ProfileThread &thread : profile.threads)
    thread.log.back().spent[0].node = 1; // the same loop again, in a team of one
  KeyTable keys;
  InsideLoops loops = insideLoops(profile, keys.add(profile));
  LoopStretch sum;
  for (const LoopStretch &stretch : loops.stretches.at(around_key)) {
    sum.instances += stretch.instances;
    sum.wait += stretch.wait;
    sum.span += stretch.span;
  }
  CHECK(sum.instances == 3);
  CHECK(sum.wait == 800);
  CHECK(sum.span == 2 * 900);
}

TEST_CASE("regions nested in a single are work that no team can share") {
  RunBalance balance = Recursion{NodeKind::Single}.balance();
  CHECK(balance.nodes[around_key][State::WaitPart] == 800);
  CHECK(total(balance, State::WaitLoad) == 0);
}

TEST_CASE("nested regions that were forked nobody knows where are a cause of their own") {
  RunBalance balance = Recursion{NodeKind::For, false}.balance();
  CHECK(balance.nodes[region_key][State::WaitLoad] == 800);
  CHECK(balance.nodes[around_key][State::WaitLoad] == 0);
}
