// SPDX-License-Identifier: Apache-2.0
// Processes that share processors: against the pseudo-code of the paper, and against closed forms.
#include "analyzer/replay/fair_share.h"
#include "catch.hpp"

#include <algorithm>
#include <map>
#include <random>

using namespace tare;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// An event of the paper: a send, a startRecv, an endRecv, or the end of a process.
struct Event {
  enum class Type { Send, StartRecv, EndRecv, End } type = Type::End;
  double proc_time = 0; // process time since the event before it
  double wait_time = 0; // of an endRecv: communication time at first
  size_t message = 0;
};
using Program = std::vector<std::vector<Event>>; // by process

/// Figure 2, line by line; the numbers are the figure's. Two lines are read as the text says, not as
/// they are printed: a current endRecv is blocked like a pending one (lines 29 and 40), and line 32
/// stands behind the loop.
class Figure2 {
public:
  Figure2(const Program &program, const std::vector<int> &group_of)
      : program_(program), group_of_(group_of), next_(program.size(), 0),
        state_(program.size(), State::Queued), times_(program.size()) {
    for (const auto &events : program)
      for (const Event &event : events)
        sends_ = std::max(sends_, event.message + 1);
    sent_at_.assign(sends_, -1);
    started_at_.assign(sends_, -1);
    groups_.assign(program.size(), 0);
  }

  std::vector<std::vector<double>> run() {
    for (size_t p = 0; p < program_.size(); ++p)
      updateState(p); // 21
    while (anyLeft()) { // 23, all events have arrived
      int ne = -1, e = -1;
      for (size_t p = 0; p < program_.size(); ++p) {
        if (isRunnable(p) && (ne < 0 || earliest(p) < earliest(static_cast<size_t>(ne))))
          ne = static_cast<int>(p); // 24
        if (isCurrentReceive(p) && (e < 0 || earliest(p) < earliest(static_cast<size_t>(e))))
          e = static_cast<int>(p); // 25
      }
      REQUIRE((ne >= 0 || e >= 0));
      if (ne >= 0 && (e < 0 || earliest(static_cast<size_t>(ne)) < earliest(static_cast<size_t>(e))))
        reportRunnable(static_cast<size_t>(ne));
      else
        reportReceive(static_cast<size_t>(e));
    }
    return times_;
  }

private:
  enum class State { Queued, Current, Pending, Done };

  Event &at(size_t p) { return program_[p][next_[p]]; }
  bool anyLeft() const {
    return std::ranges::any_of(state_, [](State s) { return s != State::Done; });
  }
  bool isReceive(size_t p) { return at(p).type == Event::Type::EndRecv; }
  bool isRunnable(size_t p) { return state_[p] == State::Current && !isReceive(p); }
  bool isCurrentReceive(size_t p) { return state_[p] == State::Current && isReceive(p); }
  bool isBlocked(size_t p) { return state_[p] == State::Pending || isCurrentReceive(p); }
  double &groupTime(size_t p) { return groups_[static_cast<size_t>(group_of_[p])]; }
  int runnableWith(size_t p) {
    int count = 0;
    for (size_t q = 0; q < program_.size(); ++q)
      count += group_of_[q] == group_of_[p] && isRunnable(q);
    return count;
  }

  void updateState(size_t p) { // 1
    if (next_[p] == program_[p].size()) {
      state_[p] = State::Done;
      return;
    }
    Event &event = at(p);
    if (!isReceive(p)) {
      state_[p] = State::Current; // 4
      return;
    }
    double sent = sent_at_[event.message], started = started_at_[event.message];
    state_[p] = sent < 0 ? State::Pending : State::Current; // 2, 3
    if (sent > started)                                     // 5, 6
      event.wait_time += sent - started;                    // 7
  }

  double earliest(size_t p) { // 14
    if (isReceive(p))
      return at(p).wait_time + groupTime(p);                // 16
    return at(p).proc_time * runnableWith(p) + groupTime(p); // 18
  }

  void report(size_t p) { // 8
    times_[p].push_back(groupTime(p));
    const Event event = at(p);
    ++next_[p];
    updateState(p);                       // 13
    if (event.type == Event::Type::Send)  // 11, 12
      for (size_t q = 0; q < program_.size(); ++q)
        if (state_[q] == State::Pending && at(q).message == event.message)
          updateState(q);
  }

  void reportRunnable(size_t ne) { // 28
    double proc = at(ne).proc_time;
    int runnable = runnableWith(ne);
    for (size_t p = 0; p < program_.size(); ++p)
      if (group_of_[p] == group_of_[ne] && state_[p] != State::Done) {
        if (isBlocked(p))
          at(p).wait_time -= runnable * proc; // 30
        else
          at(p).proc_time -= proc; // 31
      }
    groupTime(ne) += runnable * proc; // 32
    if (at(ne).type == Event::Type::Send)
      sent_at_[at(ne).message] = groupTime(ne); // 34
    if (at(ne).type == Event::Type::StartRecv)
      started_at_[at(ne).message] = groupTime(ne); // 36
    report(ne);
  }

  void reportReceive(size_t e) {
    double wait = at(e).wait_time;
    int runnable = runnableWith(e);
    for (size_t p = 0; p < program_.size(); ++p) // 39
      if (group_of_[p] == group_of_[e] && state_[p] != State::Done) {
        if (isBlocked(p))
          at(p).wait_time -= wait; // 41
        else
          at(p).proc_time -= wait / runnable; // 42
      }
    groupTime(e) += wait; // 43
    report(e);
  }

  Program program_;
  std::vector<int> group_of_;
  std::vector<size_t> next_;
  std::vector<State> state_;
  std::vector<std::vector<double>> times_;
  std::vector<double> groups_, sent_at_, started_at_;
  size_t sends_ = 0;
};

/// Messages one after the other between random processes: so nobody waits for ever.
Program randomProgram(std::mt19937 &random) {
  auto upTo = [&](unsigned most) { return random() % (most + 1); };
  Program program(2 + upTo(5));
  size_t messages = 1 + upTo(30);
  for (size_t message = 0; message < messages; ++message) {
    size_t from = upTo(static_cast<unsigned>(program.size()) - 1);
    size_t to = (from + 1 + upTo(static_cast<unsigned>(program.size()) - 2)) % program.size();
    program[from].push_back({Event::Type::Send, 1.0 + upTo(1000) / 7.0, 0, message});
    program[to].push_back({Event::Type::StartRecv, 1.0 + upTo(1000) / 7.0, 0, message});
    program[to].push_back({Event::Type::EndRecv, 0, upTo(300) / 3.0, message});
  }
  for (auto &events : program)
    events.push_back({Event::Type::End, 1.0 + upTo(1000) / 7.0, 0, 0});
  return program;
}

std::vector<SharedStep> stepsOf(const std::vector<Event> &events) {
  std::vector<SharedStep> steps;
  for (const Event &event : events) {
    SharedStep step{.demand = event.proc_time};
    if (event.type == Event::Type::Send)
      step.raises = event.message + 1;
    if (event.type == Event::Type::EndRecv) {
      step.awaits = {event.message + 1, 1, 1};
      step.latency = event.wait_time;
    }
    steps.push_back(step);
  }
  return steps;
}

std::vector<ProcessorGroup> groupsOf(const std::vector<int> &group_of, double processors = 1) {
  std::map<int, ProcessorGroup> groups;
  for (size_t p = 0; p < group_of.size(); ++p)
    groups[group_of[p]].processes.push_back(static_cast<uint32_t>(p));
  std::vector<ProcessorGroup> all;
  for (auto &[number, group] : groups) {
    group.processors = processors;
    all.push_back(group);
  }
  return all;
}

using StepLists = std::vector<std::vector<SharedStep>>;

struct Run {
  std::vector<std::vector<SharedTimes>> times; // by process and step
  size_t most_kept = 0;
};

/// `seed`: in which order the steps of the processes come; 0: process by process.
Run runSteps(const StepLists &steps, const std::vector<ProcessorGroup> &groups, WaitPolicy policy = {},
             unsigned seed = 0) {
  Run run;
  run.times.resize(steps.size());
  FairShare share(groups, policy, [&](uint32_t p, uint64_t step, SharedTimes times) {
    CHECK(step == run.times[p].size());
    run.times[p].push_back(times);
  });
  std::vector<size_t> next(steps.size(), 0);
  std::vector<size_t> open;
  for (size_t p = 0; p < steps.size(); ++p)
    open.push_back(p);
  std::mt19937 random(seed);
  while (!open.empty()) {
    size_t which = seed ? random() % open.size() : 0, p = open[which];
    if (next[p] < steps[p].size()) {
      share.add(static_cast<uint32_t>(p), steps[p][next[p]++]);
    } else {
      share.finish(static_cast<uint32_t>(p));
      open.erase(open.begin() + static_cast<long>(which));
    }
    share.run();
    run.most_kept = std::max(run.most_kept, share.kept());
  }
  CHECK(share.isOver());
  CHECK(share.stuck().empty());
  CHECK(share.kept() == 0);
  return run;
}

std::vector<double> ends(const Run &run) {
  std::vector<double> ends;
  for (const auto &times : run.times)
    ends.push_back(times.back().left);
  return ends;
}

/// Threads that meet once, after so much of their own.
StepLists meeting(const std::vector<double> &demands, double latency = 0) {
  StepLists steps;
  auto n = static_cast<uint32_t>(demands.size());
  for (double demand : demands)
    steps.push_back({{.demand = demand, .raises = 1, .awaits = {1, n, n}, .latency = latency}});
  return steps;
}

} // namespace

TEST_CASE("a thousand random programs take what the pseudo-code of the paper says") {
  std::mt19937 random(1);
  for (int round = 0; round < 1000; ++round) {
    Program program = randomProgram(random);
    std::vector<int> group_of;
    for (size_t p = 0; p < program.size(); ++p)
      group_of.push_back(static_cast<int>(random() % program.size()));
    std::vector<std::vector<double>> expected = Figure2(program, group_of).run();
    StepLists steps;
    for (const auto &events : program)
      steps.push_back(stepsOf(events));
    Run run = runSteps(steps, groupsOf(group_of), {}, static_cast<unsigned>(round));
    INFO("round " << round);
    for (size_t p = 0; p < program.size(); ++p)
      for (size_t event = 0; event < program[p].size(); ++event)
        REQUIRE(run.times[p][event].left == Approx(expected[p][event]).epsilon(1e-9));
  }
}

TEST_CASE("what waits without a processor leaves it to the others, what spins does not") {
  std::vector<ProcessorGroup> one = {{{0, 1}, 1}};
  Run sleeps = runSteps(meeting({10, 30}), one);
  CHECK(sleeps.times[0][0].reached == Approx(20));
  CHECK(ends(sleeps) == std::vector<double>{40, 40});
  CHECK(ends(runSteps(meeting({10, 30}), one, {inf, 0})) == std::vector<double>{60, 60});
  Run both = runSteps(meeting({10, 30}), one, {5, 3}); // spins until 30, then 15 are left
  CHECK(ends(both) == std::vector<double>{48, 45});
}

TEST_CASE("processors of a group are shared by its processes, and one has no more than one") {
  std::vector<ProcessorGroup> two = {{{0, 1, 2}, 2}};
  Run run = runSteps(meeting({12, 12, 30}), two);
  CHECK(run.times[0][0].reached == Approx(18)); // 2 / 3 each
  CHECK(ends(run) == std::vector<double>{36, 36, 36});
  std::vector<ProcessorGroup> many = {{{0, 1, 2}, 8}};
  CHECK(ends(runSteps(meeting({1, 2, 3}, 0.5), many)) == std::vector<double>{3.5, 3.5, 3.5});
}

TEST_CASE("the order in which steps come changes nothing, and little is kept") {
  std::mt19937 random(2);
  for (int round = 0; round < 100; ++round) {
    size_t threads = 2 + random() % 6, meetings = 40;
    StepLists steps(threads);
    for (size_t m = 0; m < meetings; ++m)
      for (auto &of : steps)
        of.push_back({.demand = static_cast<double>(random() % 100),
                      .raises = m + 1,
                      .awaits = {m + 1, static_cast<uint32_t>(threads),
                                 static_cast<uint32_t>(threads)},
                      .latency = static_cast<double>(random() % 3)});
    std::vector<int> group_of;
    for (size_t p = 0; p < threads; ++p)
      group_of.push_back(static_cast<int>(random() % 3));
    std::vector<ProcessorGroup> groups = groupsOf(group_of);
    WaitPolicy policy = {static_cast<double>(random() % 3) * 10, static_cast<double>(random() % 2)};
    Run in_turn = runSteps(steps, groups, policy);
    Run mixed = runSteps(steps, groups, policy, 1 + static_cast<unsigned>(round));
    for (size_t p = 0; p < threads; ++p)
      for (size_t m = 0; m < meetings; ++m) {
        REQUIRE(mixed.times[p][m].left == in_turn.times[p][m].left);
        REQUIRE(mixed.times[p][m].reached == in_turn.times[p][m].reached);
      }
  }
}

TEST_CASE("causality, own order, and no processor time that nobody had") {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Program program = randomProgram(random);
    std::vector<int> group_of;
    for (size_t p = 0; p < program.size(); ++p)
      group_of.push_back(static_cast<int>(random() % 2));
    StepLists steps;
    for (const auto &events : program)
      steps.push_back(stepsOf(events));
    double processors = 1 + random() % 2;
    Run run = runSteps(steps, groupsOf(group_of, processors));
    std::map<uint64_t, double> sent;
    std::map<int, double> demand, end;
    for (size_t p = 0; p < steps.size(); ++p) {
      double before = 0;
      for (size_t i = 0; i < steps[p].size(); ++i) {
        const SharedTimes &times = run.times[p][i];
        REQUIRE(times.reached >= before + steps[p][i].demand - 1e-6);
        REQUIRE(times.left >= times.reached);
        before = times.left;
        demand[group_of[p]] += steps[p][i].demand;
        if (steps[p][i].raises)
          sent[steps[p][i].raises] = times.reached;
      }
      end[group_of[p]] = std::max(end[group_of[p]], before);
    }
    for (auto &[group, sum] : demand)
      REQUIRE(end[group] >= sum / processors - 1e-6);
    for (size_t p = 0; p < steps.size(); ++p)
      for (size_t i = 0; i < steps[p].size(); ++i)
        if (uint64_t id = steps[p][i].awaits.id)
          REQUIRE(run.times[p][i].left >= sent[id] + steps[p][i].latency - 1e-6);
  }
}

TEST_CASE("who waits for what never comes is named") {
  FairShare share({{{0, 1}, 1}}, {inf, 0}, [](uint32_t, uint64_t, SharedTimes) {});
  share.add(0, {.demand = 1, .awaits = {7, 1, 1}});
  share.add(1, {.demand = 5});
  share.finish(0);
  share.finish(1);
  share.run();
  CHECK(share.isOver());
  CHECK(share.stuck() == std::vector<uint32_t>{0});
  CHECK(share.now() == Approx(10)); // from 2 on it spins beside the other one
}
