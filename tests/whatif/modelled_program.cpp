// SPDX-License-Identifier: Apache-2.0
#include "tests/whatif/modelled_program.h"

#include "directive.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tare::test {

namespace {

std::string loopName(size_t loop) { return "loop" + std::to_string(loop); }

Node nodeOf(NodeKind kind, const std::string &function, int parent, const std::string &directive) {
  Node node;
  node.id = {"modelled.c", function, kindName(kind), 0};
  node.kind = kind;
  node.parent = parent;
  node.treatment = Treatment::Measured;
  node.unsampled = "short body"; // its samples are added by hand
  setDirective(node, directive);
  return node;
}

Step stepOf(Step::Kind kind, uint32_t node = 0, Ticks ticks = 0, uint64_t units = 0) {
  Step step;
  step.kind = kind;
  step.node = node;
  step.ticks = ticks;
  step.units = units;
  return step;
}

class Runner {
public:
  Runner(const ModelledProgram &program, const RunSettings &settings)
      : program_(program), settings_(settings), random_(settings.seed) {
    simulated_.threads = settings.threads;
    for (int t = 0; t < settings.threads; ++t)
      speed_.push_back(jitter());
  }

  Profile run() {
    makeNodes();
    for (int time = 0; time < program_.times; ++time) {
      size_t loop = 0;
      for (size_t region = 0; region < program_.regions.size(); ++region)
        addRegion(region, loop);
    }
    simulated_.initial.push_back(stepOf(Step::Kind::Code, 0, program_.serial));
    Profile profile = simulate(simulated_, ProbeCosts());
    for (const IterationSample &sample : samples_)
      profile.threads[0].samples.push_back(sample);
    return profile;
  }

private:
  struct LoopNodes {
    uint32_t loop = 0, lock = 0;
  };
  struct RegionNodes {
    uint32_t region = 0, single = 0;
  };

  double jitter() {
    double u = random_.between(1e-12, 1), v = random_.between(0, 1);
    return 1 + settings_.noise * std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
  }

  uint32_t add(Node node) {
    simulated_.nodes.push_back(std::move(node));
    return static_cast<uint32_t>(simulated_.nodes.size() - 1);
  }

  void makeNodes() {
    size_t number = 0;
    for (size_t r = 0; r < program_.regions.size(); ++r) {
      std::string name = "region" + std::to_string(r);
      RegionNodes region;
      region.region = add(nodeOf(NodeKind::Parallel, name, -1, "parallel"));
      int inside = static_cast<int>(region.region);
      region.single = add(nodeOf(NodeKind::Single, name, inside, "single"));
      regions_.push_back(region);
      for (const ModelledLoop &loop : program_.regions[r].loops) {
        LoopNodes nodes;
        LoopSchedule schedule = scheduleOfLoop(number, loop);
        Node made = nodeOf(NodeKind::For, loopName(number), inside,
                           "for schedule(" + schedule.text() + ")");
        made.counted_iterations = true;
        nodes.loop = add(made);
        nodes.lock = add(nodeOf(NodeKind::Critical, loopName(number), static_cast<int>(nodes.loop),
                                "critical(" + loopName(number) + ")"));
        loops_.push_back(nodes);
        ++number;
      }
    }
  }

  LoopSchedule scheduleOfLoop(size_t number, const ModelledLoop &loop) const {
    auto found = settings_.schedules.find(number);
    return found == settings_.schedules.end() ? loop.schedule : found->second;
  }

  void addRegion(size_t number, size_t &loop) {
    simulated_.initial.push_back(stepOf(Step::Kind::Code, 0, program_.serial));
    const ModelledRegion &region = program_.regions[number];
    auto threads = static_cast<size_t>(settings_.threads);
    auto made = std::make_shared<SimulatedRegion>();
    made->node = regions_[number].region;
    made->start.assign(threads, 30);
    Phase phase;
    phase.threads.resize(threads);
    phase.release.assign(threads, 10);
    busy_.assign(threads, 0);
    for (size_t t = 0; t < threads; ++t)
      phase.threads[t].push_back(stepOf(Step::Kind::Code, 0, timed(t, region.repeated)));
    if (region.single > 0) {
      Steps &steps = phase.threads[0];
      steps.push_back(stepOf(Step::Kind::Begin, regions_[number].single, 0, 1));
      steps.push_back(stepOf(Step::Kind::Code, 0, timed(0, region.single)));
      steps.push_back(stepOf(Step::Kind::End));
      phase.barrier = regions_[number].single;
      made->phases.push_back(std::exchange(phase, emptyPhase(threads)));
      busy_.assign(threads, 0);
    }
    for (size_t i = 0; i < region.loops.size(); ++i, ++loop) {
      addLoop(loop, region.loops[i], phase);
      bool is_last = i + 1 == region.loops.size();
      auto removed = settings_.without_barrier.find(loop);
      if (is_last || removed != settings_.without_barrier.end())
        continue;
      phase.barrier = loops_[loop].loop;
      made->phases.push_back(std::exchange(phase, emptyPhase(threads)));
      busy_.assign(threads, 0);
    }
    made->phases.push_back(std::move(phase));
    Step fork;
    fork.kind = Step::Kind::Region;
    fork.region = std::move(made);
    simulated_.initial.push_back(std::move(fork));
    ++instance_;
  }

  static Phase emptyPhase(size_t threads) {
    Phase phase;
    phase.threads.resize(threads);
    phase.release.assign(threads, 10);
    return phase;
  }

  Ticks timed(size_t thread, Ticks ticks) const {
    return static_cast<Ticks>(std::llround(static_cast<double>(ticks) * speed_[thread]));
  }

  void addLoop(size_t number, const ModelledLoop &loop, Phase &phase) {
    size_t threads = phase.threads.size();
    std::vector<std::vector<size_t>> of = assigned(scheduleOfLoop(number, loop), loop.costs);
    auto factor = settings_.faster.find(number);
    double faster = factor == settings_.faster.end() ? 1 : factor->second;
    bool locks = loop.held > 0 && !settings_.without_lock.count(number);
    double all = 0;
    for (Ticks cost : loop.costs)
      all += static_cast<double>(cost);
    for (size_t t = 0; t < threads; ++t) {
      Steps &steps = phase.threads[t];
      steps.push_back(stepOf(Step::Kind::Begin, loops_[number].loop, 0, of[t].size()));
      if (settings_.balanced.count(number)) {
        steps.push_back(stepOf(Step::Kind::Code, 0,
                               timed(t, static_cast<Ticks>(all / static_cast<double>(threads)))));
        of[t].clear();
      }
      for (size_t i : of[t]) {
        Ticks cost = std::max<Ticks>(
            static_cast<Ticks>(std::llround(static_cast<double>(loop.costs[i]) * jitter() *
                                            speed_[t] / faster)),
            1);
        steps.push_back(stepOf(Step::Kind::Code, 0, cost));
        if (locks)
          steps.push_back(stepOf(Step::Kind::Lock, loops_[number].lock, loop.held));
        else if (loop.held > 0)
          steps.push_back(stepOf(Step::Kind::Code, 0, loop.held));
        samples_.push_back({static_cast<int64_t>(i), loops_[number].loop, instance_ + 1, cost, 0,
                            IterationSample::Gap::None});
      }
      steps.push_back(stepOf(Step::Kind::End));
    }
  }

  /// Iterations of each thread: who is free takes the next chunk.
  std::vector<std::vector<size_t>> assigned(const LoopSchedule &schedule,
                                            const std::vector<Ticks> &costs) {
    size_t threads = busy_.size();
    std::vector<std::vector<size_t>> of(threads);
    size_t n = costs.size(), turn = 0;
    for (size_t from = 0; from < n; ++turn) {
      auto size = static_cast<size_t>(schedule.leastChunk());
      size_t owner = turn % threads;
      if (schedule == LoopSchedule{})
        size = n / threads + (turn < n % threads);
      else if (schedule.kind == LoopSchedule::Kind::Guided)
        size = std::max(size, (n - from + threads - 1) / threads);
      if (schedule.dispatches())
        owner = static_cast<size_t>(std::ranges::min_element(busy_) - busy_.begin());
      for (size_t i = from; i < std::min(from + size, n); ++i) {
        of[owner].push_back(i);
        busy_[owner] += costs[i];
      }
      from += size;
    }
    return of;
  }

  const ModelledProgram &program_;
  const RunSettings &settings_;
  Random random_;
  std::vector<double> speed_;
  SimulatedProgram simulated_;
  std::vector<RegionNodes> regions_;
  std::vector<LoopNodes> loops_;
  std::vector<IterationSample> samples_;
  uint32_t instance_ = 0;
  std::vector<Ticks> busy_; // of each thread since the last barrier
};

std::vector<Ticks> randomCosts(Random &random) {
  size_t n = 16 + random.below(120);
  auto base = static_cast<double>(200 + random.below(2000));
  uint64_t shape = random.below(4);
  double peak = random.between(0, 1), steepness = random.between(0.5, 3);
  std::vector<Ticks> costs(n);
  for (size_t i = 0; i < n; ++i) {
    double at = (static_cast<double>(i) + 0.5) / static_cast<double>(n), cost = base;
    if (shape == 1)
      cost = base * (0.1 + steepness * at);
    else if (shape == 2)
      cost = base * (0.1 + steepness * (1 - at));
    else if (shape == 3)
      cost = base * (0.5 + 4 * std::exp(-60 * (at - peak) * (at - peak)));
    costs[i] = std::max<Ticks>(static_cast<Ticks>(cost), 1);
  }
  return costs;
}

LoopSchedule randomSchedule(Random &random) {
  switch (random.below(4)) {
  case 0:
    return {LoopSchedule::Kind::Static, static_cast<int64_t>(1 + random.below(4))};
  case 1:
    return {LoopSchedule::Kind::Dynamic, static_cast<int64_t>(1 + random.below(4))};
  case 2:
    return {LoopSchedule::Kind::Guided, 1};
  default:
    return {};
  }
}

} // namespace

ModelledProgram modelledProgram(Random &random) {
  ModelledProgram program;
  program.serial = 100 + random.ticks(20000);
  program.times = 1 + static_cast<int>(random.below(3));
  size_t regions = 1 + random.below(3);
  for (size_t r = 0; r < regions; ++r) {
    ModelledRegion region;
    region.repeated = random.percent(50) ? random.ticks(5000) : 0;
    region.single = random.percent(30) ? random.ticks(8000) : 0;
    size_t loops = 1 + random.below(3);
    for (size_t l = 0; l < loops; ++l) {
      ModelledLoop loop;
      loop.costs = randomCosts(random);
      loop.schedule = randomSchedule(random);
      if (random.percent(25))
        loop.held = 20 + random.ticks(800);
      region.loops.push_back(std::move(loop));
    }
    program.regions.push_back(std::move(region));
  }
  return program;
}

Profile runModelled(const ModelledProgram &program, const RunSettings &settings) {
  return Runner(program, settings).run();
}

std::string idOfLoop(size_t loop) {
  return NodeId{"modelled.c", loopName(loop), kindName(NodeKind::For), 0}.text();
}

std::string idOfLock(size_t loop) {
  return NodeId{"modelled.c", loopName(loop), kindName(NodeKind::Critical), 0}.text();
}

} // namespace tare::test
