// SPDX-License-Identifier: Apache-2.0
#include "simulated_program.h"

#include "analyzer/cost/observed_cost.h"
#include "recorder.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare::test {

namespace {

struct Task {
  uint32_t node = 0;
  Ticks ticks = 0, ready = 0, setup = 0; // the latter of the runtime, before it begins
};

/// What all teams share.
struct Machine {
  const SimulatedProgram &program;
  const ProbeCosts &costs;
  Recorder recorder;
  std::map<uint32_t, Ticks> lock_free; // when, by node of the critical

  Ticks inside(CostKind kind) const { return std::llround(costs.of(kind).inside.warm); }
  Ticks outside(CostKind kind) const { return std::llround(costs.of(kind).outside.warm); }

  /// The thread that is number `member` of a team that `master` forks.
  size_t threadOf(size_t master, size_t member) const {
    constexpr size_t most_nested = 4;
    return member == 0 ? master : size_t(program.threads) + master * (most_nested - 1) + member - 1;
  }
};

struct Member {
  size_t thread = 0;
  Ticks open = 0, now = 0, arrive = 0;
  Ticks free = 0; // behind its arrival: when it can take a task
  const Steps *steps = nullptr;
  size_t next = 0;
  bool waits = false;
  std::vector<uint32_t> inside_of; // constructs
  Doings spent, in_wait;
  Ticks first_task = 0, last_task = 0;
};

class Team {
public:
  Team(Machine &machine, const SimulatedRegion &region, size_t master, Ticks fork, uint16_t depth)
      : machine_(machine), region_(region) {
    place_ = {machine.recorder.nextInstance(), region.node, uint16_t(region.start.size()), depth,
              fork};
    for (size_t i = 0; i < region.start.size(); ++i) {
      members_.emplace_back();
      members_[i].thread = depth == 0 ? i : machine.threadOf(master, i);
    }
  }

  /// Returns the join.
  Ticks run() {
    if (region_.opaque)
      return runOpaque();
    begin();
    for (size_t i = 0; i < region_.phases.size(); ++i) {
      perform(region_.phases[i]);
      bool is_last = i + 1 == region_.phases.size();
      is_last ? join(region_.phases[i]) : passBarrier(region_.phases[i], uint32_t(i));
    }
    return join_;
  }

private:
  Ticks in(CostKind kind) const { return machine_.inside(kind); }
  Ticks out(CostKind kind) const { return machine_.outside(kind); }

  Ticks runOpaque() {
    Ticks span = region_.start[0] + region_.phases[0].release[0] + in(CostKind::RegionFork) +
                 in(CostKind::RegionJoin);
    for (const Step &step : region_.phases[0].threads[0])
      span += step.ticks;
    machine_.recorder.opaque(members_[0].thread, place_, span);
    return place_.fork + span;
  }

  void begin() {
    for (size_t i = 0; i < members_.size(); ++i) {
      Member &m = members_[i];
      Ticks probes = in(i == 0 ? CostKind::RegionFork : CostKind::RegionStart);
      m.open = m.now = place_.fork;
      record(m, region_.node, Spent::Fork, region_.start[i] + probes, 1);
      record(m, region_.node, Spent::Body, in(CostKind::RegionBody), 1);
    }
  }

  static void record(Member &m, uint32_t node, Spent kind, Ticks ticks, uint64_t entries = 0,
                     uint64_t units = 0) {
    addTo(m.spent, node, kind, ticks, entries, units);
    m.now += ticks;
  }

  /// In what the thread is in.
  void spend(Member &m, Ticks ticks) {
    record(m, m.inside_of.empty() ? region_.node : m.inside_of.back(), Spent::Body, ticks);
  }

  // ---- between two common points ----

  void perform(const Phase &phase) {
    is_last_ = &phase == &region_.phases.back();
    for (size_t i = 0; i < members_.size(); ++i) {
      members_[i].steps = &phase.threads[i];
      members_[i].next = 0;
      members_[i].waits = false;
      arriveIfDone(members_[i]);
    }
    while (Member *m = earliest())
      m->waits ? runTask(*m) : goOn(*m);
  }

  /// Who does the next thing: in order of time, so that locks and tasks are taken in that order.
  Member *earliest() {
    Member *first = nullptr;
    Ticks at = 0;
    for (Member &m : members_) {
      if (m.waits && tasks_.empty())
        continue;
      Ticks when = m.waits ? std::max(m.free, tasks_.front().ready) : m.now;
      if (!first || when < at) {
        first = &m;
        at = when;
      }
    }
    return first;
  }

  void goOn(Member &m) {
    const Step &step = (*m.steps)[m.next++];
    switch (step.kind) {
    case Step::Kind::Code:
      spend(m, step.ticks);
      break;
    case Step::Kind::Begin:
      beginWork(m, step);
      break;
    case Step::Kind::End:
      m.inside_of.pop_back();
      break;
    case Step::Kind::Lock:
      lock(m, step);
      break;
    case Step::Kind::Create:
      create(m, step);
      break;
    case Step::Kind::Region:
      forkNested(m, *step.region);
      break;
    case Step::Kind::Setup:
      record(m, region_.node, Spent::SetUp, step.ticks);
      break;
    case Step::Kind::Count:
      count(m, step);
      break;
    }
    arriveIfDone(m);
  }

  void arriveIfDone(Member &m) {
    if (m.next < m.steps->size())
      return;
    m.waits = true;
    m.arrive = m.now;
    m.free = m.now + in(is_last_ ? CostKind::RegionJoin : CostKind::Barrier);
  }

  void beginWork(Member &m, const Step &step) {
    Ticks probes = in(CostKind::Work);
    bool is_sampled = samplesIterations(machine_.program.nodes[step.node]);
    spend(m, out(CostKind::Work));
    m.inside_of.push_back(step.node);
    if (is_sampled) {
      probes += Ticks(step.units) * in(CostKind::Iteration) + out(CostKind::LoopStart);
      record(m, step.node, Spent::Scheduling, in(CostKind::LoopStart), 1);
    }
    record(m, step.node, Spent::Body, probes, 1, step.units);
  }

  void lock(Member &m, const Step &step) {
    Ticks quarter = in(CostKind::LockWait) / 4, rest = in(CostKind::LockWait)-3 * quarter;
    Ticks &free = machine_.lock_free[step.node];
    spend(m, out(CostKind::LockWait));
    Ticks asked = m.now + quarter;
    bool has_waited = free > asked;
    Ticks held = std::max(free, asked) + lock_get + quarter;
    record(m, step.node, Spent::Wait, held - m.now, 1, has_waited);
    record(m, step.node, Spent::Body, step.ticks + in(CostKind::LockHeld), 1, 1);
    free = m.now + quarter + lock_give;
    record(m, step.node, Spent::Wait, quarter + lock_give + rest);
  }

  void count(Member &m, const Step &step) {
    spend(m, out(CostKind::Count) * Ticks(step.units));
    machine_.recorder.cell(m.thread, step.node, Spent::Body).entries += step.units;
  }

  void create(Member &m, const Step &step) {
    spend(m, out(CostKind::TaskCreation));
    record(m, step.node, Spent::Creation, step.ticks + in(CostKind::TaskCreation), 1);
    auto later = std::upper_bound(tasks_.begin(), tasks_.end(), m.now,
                                  [](Ticks now, const Task &task) { return now < task.ready; });
    tasks_.insert(later, {step.node, step.task, m.now, step.setup});
  }

  void forkNested(Member &m, const SimulatedRegion &region) {
    spend(m, out(CostKind::RegionFork));
    Ticks join = Team(machine_, region, m.thread, m.now, uint16_t(place_.depth + 1)).run();
    record(m, region.node, Spent::Nested, join - m.now, 1, 1);
  }

  void runTask(Member &m) {
    Task task = tasks_.front();
    tasks_.erase(tasks_.begin());
    Ticks idle_until = std::max(m.free, task.ready);
    Ticks begin = idle_until + task_fetch + out(CostKind::Task) + task.setup;
    Ticks ticks = task.ticks + in(CostKind::Task);
    if (task.setup)
      addTo(m.in_wait, region_.node, Spent::SetUp, task.setup, 0, 0);
    addTo(m.in_wait, task.node, Spent::TaskGap, begin - task.setup - idle_until, 1, 1);
    addTo(m.in_wait, task.node, Spent::Body, ticks, 1, 1);
    m.first_task = m.last_task == 0 ? begin : m.first_task;
    m.free = m.last_task = begin + ticks;
  }

  // ---- common points ----

  Ticks over() const {
    Ticks last = 0;
    for (const Member &m : members_)
      last = std::max(last, m.free);
    return last;
  }

  void write(size_t i, uint32_t barrier, uint32_t ordinal, Ticks leave) {
    Member &m = members_[i];
    Segment segment;
    segment.open = m.open;
    segment.arrive = m.arrive;
    segment.leave = leave;
    segment.barrier_node = barrier;
    segment.ordinal = ordinal;
    segment.thread_num = uint16_t(i);
    segment.is_master = i == 0;
    segment.is_last = is_last_;
    segment.first_task = m.first_task;
    segment.last_task = m.last_task;
    machine_.recorder.segment(m.thread, place_, segment, m.spent, m.in_wait);
    m.spent.clear();
    m.in_wait.clear();
    m.first_task = m.last_task = 0;
    m.open = m.now = leave;
  }

  void passBarrier(const Phase &phase, uint32_t ordinal) {
    Ticks last = over();
    for (size_t i = 0; i < members_.size(); ++i) {
      write(i, phase.barrier, ordinal, last + phase.release[i]);
      spend(members_[i], out(CostKind::Barrier));
    }
  }

  void join(const Phase &phase) {
    join_ = over() + phase.release[0];
    for (size_t i = 0; i < members_.size(); ++i)
      write(i, region_.node, uint32_t(region_.phases.size() - 1), i == 0 ? join_ : 0);
  }

  Machine &machine_;
  const SimulatedRegion &region_;
  TeamPlace place_;
  std::vector<Member> members_;
  std::vector<Task> tasks_; // that are ready, in that order
  bool is_last_ = false;
  Ticks join_ = 0;
};

/// The initial thread outside regions.
class Serial {
public:
  Serial(Machine &machine) : machine_(machine), recorder_(machine.recorder) {}

  Ticks run() {
    recorder_.thread(0).serial_probe_ticks = now_ = machine_.program.setup;
    for (const Step &step : machine_.program.initial)
      perform(step);
    return now_;
  }

private:
  void spend(Ticks ticks) {
    (inside_of_.empty() ? recorder_.thread(0).serial_ticks : cell(inside_of_.back()).ticks) +=
        ticks;
    now_ += ticks;
  }
  ProfileCell &cell(uint32_t node) { return recorder_.cell(0, node, Spent::Serial); }

  void perform(const Step &step) {
    switch (step.kind) {
    case Step::Kind::Begin:
      noteStatement(step.node);
      spend(machine_.outside(CostKind::Serial));
      inside_of_.push_back(step.node);
      count(step.node, 1, step.units);
      spend(machine_.inside(CostKind::Serial));
      break;
    case Step::Kind::End:
      inside_of_.pop_back();
      break;
    case Step::Kind::Region:
      noteStatement(step.region->node);
      spend(machine_.outside(CostKind::RegionFork));
      now_ = Team(machine_, *step.region, 0, now_, 0).run();
      break;
    case Step::Kind::Count:
      noteStatement(step.node);
      count(step.node, step.units, step.units);
      spendTooShort(Ticks(step.units));
      break;
    default:
      spend(step.ticks);
    }
  }

  /// It is measured until it is found too short, and has no time in the end.
  void spendTooShort(Ticks executions) {
    Ticks measured = std::min<Ticks>(executions, executions_until_too_short);
    spend(measured * (machine_.inside(CostKind::Serial) + machine_.outside(CostKind::Serial)));
    spend((executions - measured) * machine_.outside(CostKind::TooShort));
  }

  void noteStatement(uint32_t node) {
    if (!inside_of_.empty())
      recorder_.statement(0, node, inside_of_.back());
  }

  void count(uint32_t node, uint64_t entries, uint64_t units) {
    cell(node).entries += entries;
    cell(node).units += units;
  }

  Machine &machine_;
  Recorder &recorder_;
  std::vector<uint32_t> inside_of_; // statements
  Ticks now_ = 0;
};

} // namespace

SimulatedProgram nestedNodes(int threads, std::initializer_list<NodeKind> kinds) {
  SimulatedProgram program;
  program.threads = threads;
  for (NodeKind kind : kinds) {
    Node node;
    node.id = {"simulated.c", "main", kindName(kind), 0};
    node.kind = kind;
    node.parent = int(program.nodes.size()) - 1;
    node.treatment = Treatment::Measured;
    program.nodes.push_back(node);
  }
  return program;
}

static void setRegion(SimulatedProgram &program, std::shared_ptr<const SimulatedRegion> region) {
  Step fork;
  fork.kind = Step::Kind::Region;
  fork.region = std::move(region);
  program.initial = {fork};
}

void setOnlyPhase(SimulatedProgram &program, std::vector<Steps> threads) {
  auto region = std::make_shared<SimulatedRegion>();
  region->start.assign(threads.size(), 20);
  Phase phase;
  phase.release.assign(threads.size(), 10);
  phase.threads = std::move(threads);
  region->phases = {phase};
  setRegion(program, std::move(region));
}

void setPhases(SimulatedProgram &program, std::vector<Phase> phases) {
  auto region = std::make_shared<SimulatedRegion>();
  region->start.assign(phases.front().threads.size(), 0);
  region->phases = std::move(phases);
  setRegion(program, std::move(region));
}

Steps executed(uint32_t node, Ticks ticks) {
  Step begin, code, end;
  begin.kind = Step::Kind::Begin;
  begin.node = node;
  code.ticks = ticks;
  end.kind = Step::Kind::End;
  return {begin, code, end};
}

Profile simulate(const SimulatedProgram &program, const ProbeCosts &costs) {
  Machine machine{program, costs, Recorder(program.threads, program.nodes), {}};
  if (program.is_serial)
    machine.recorder.ofSerialProgram();
  Ticks window = Serial(machine).run();
  return machine.recorder.finish(window);
}

} // namespace tare::test
