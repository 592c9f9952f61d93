// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/scenario_run.h"

#include "analyzer/replay/cells.h"
#include "analyzer/replay/replay.h"
#include "analyzer/thinning/expanded.h"
#include "analyzer/thinning/sampled_locks.h"
#include "analyzer/whatif/flattened.h"
#include "analyzer/whatif/meetings_then.h"
#include "analyzer/whatif/parallelised.h"
#include "analyzer/whatif/replayable.h"
#include "analyzer/whatif/tasks_at.h"
#include "analyzer/whatif/whole_instances.h"
#include "analyzer/whatif/without_barriers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tare {

namespace {

using Kind = ConstructChange::Kind;

class Predictor {
public:
  Predictor(const Profile &profile, const Teams &teams, const Scenario &scenario,
            const RunKnowledge &knowledge)
      : profile_(profile), scenario_(scenario), knowledge_(knowledge), teams_(&teams),
        changes_(scenario.changes) {}

  Result<ScenarioRun> predict() {
    if (samplesLocks(profile_))
      expandSampledLocks(profile_);
    bool is_same = scenario_.threads == 0 ||
                   scenario_.threads == static_cast<int>(profile_.threads_asked);
    bool has_cutoff = std::ranges::any_of(changes_, isCutoff);
    if (has_cutoff)
      TARE_DO(checkCutoffs());
    if (!is_same || has_cutoff || scenario_.cores > 0 || scenario_.pinned ||
        scenario_.waiting != Waiting::AsMeasured)
      TARE_DO(prepare());
    if (!is_same || has_cutoff)
      TARE_DO(resize(is_same));
    if (!changes_.empty())
      TARE_DO(change());
    if (sharesCores() || scenario_.waiting != Waiting::AsMeasured)
      TARE_DO(shareCores());
    result_.profile = std::make_shared<const Profile>(std::move(profile_));
    result_.teams = std::make_shared<const Teams>(*result_.profile);
    return std::move(result_);
  }

private:
  void adopt(Profile profile) {
    profile_ = std::move(profile);
    own_teams_ = std::make_unique<Teams>(profile_);
    teams_ = own_teams_.get();
  }

  // What other numbers of threads and cores need: whole instances, none of them nested.
  Result<void> prepare() {
    bool is_nested = std::ranges::any_of(teams_->instances(), &RegionInstance::nested);
    if (profile_.log_complete && !is_nested)
      return {};
    Profile flat = std::move(profile_);
    if (is_nested)
      flattenNested(flat);
    TARE_TRY(Profile whole, withWholeInstances(std::move(flat)));
    adopt(std::move(whole));
    if (is_nested && std::ranges::none_of(teams_->instances(), &RegionInstance::nested)) {
      Profile counted = std::move(profile_);
      cellsFromLog(counted);
      adopt(std::move(counted));
    }
    return {};
  }

  static bool isCutoff(const ConstructChange &change) { return change.kind == Kind::Cutoff; }

  Result<void> checkCutoffs() const {
    bool has_events = std::ranges::any_of(
        profile_.threads, [](const ProfileThread &thread) { return !thread.events.empty(); });
    for (const ConstructChange &change : changes_)
      if (isCutoff(change)) {
        if (!has_events)
          return Error{.message = no_task_events, .place = change.place};
        if (!isExecuted(change))
          return Error{.message = "nothing of that kind was executed", .place = change.place};
      }
    return {};
  }

  bool isExecuted(const ConstructChange &change) const {
    for (uint32_t node : nodesOf(change))
      for (const ProfileThread &thread : profile_.threads)
        if (node < thread.nodes.size() && thread.nodes[node].cells[Spent::Body].entries > 0)
          return true;
    return false;
  }

  std::vector<uint32_t> nodesOf(const ConstructChange &change) const {
    std::vector<uint32_t> nodes;
    for (const ProfileModule &module : profile_.modules)
      for (size_t i = 0; i < module.tree.nodes.size(); ++i)
        if (change.constructs.count(module.tree.nodes[i].id.text()))
          nodes.push_back(static_cast<uint32_t>(module.first_node + i));
    return nodes;
  }

  // A schedule that is asked for holds for the new team.
  Result<void> resize(bool is_same) {
    TARE_DO(checkIndependent(profile_));
    int now = is_same ? static_cast<int>(profile_.threads_asked) : scenario_.threads;
    if (!is_same && !knowledge_.inflation)
      lack("what the memory does to the work of more threads");
    TeamSizeKnowledge knowledge = knowledgeFor(now);
    std::erase_if(changes_, [is_same](const ConstructChange &c) {
      return isCutoff(c) || (c.kind == Kind::Schedule && !is_same);
    });
    TARE_TRY(Resized resized, withTeamSize(profile_, *teams_, now, knowledge));
    result_.doubt += resized.doubt;
    if (!resized.untold.empty())
      lack("the order of tasks (" + resized.untold + ")");
    scaleSkipped(profile_, resized.profile);
    if (!is_same && coresNow() > 0 && coresNow() < now)
      takeLockWaits(profile_, *teams_, resized.profile);
    adopt(std::move(resized.profile));
    is_resized_ = !is_same;
    return {};
  }

  TeamSizeKnowledge knowledgeFor(int now) {
    TeamSizeKnowledge knowledge;
    int then = static_cast<int>(profile_.threads_asked);
    if (knowledge_.inflation)
      knowledge.inflation = [this, now](uint32_t node) { return inflationOf(node, running(now)); };
    auto idOf = [this](uint32_t node) { return profile_.node(node)->id.text(); };
    if (knowledge_.shared)
      knowledge.shared = [this, idOf](uint32_t node) { return knowledge_.shared(idOf(node)); };
    if (knowledge_.hold)
      knowledge.hold = [this, idOf](uint32_t node) { return knowledge_.hold(idOf(node)); };
    for (const ConstructChange &change : changes_)
      addChange(change, knowledge);
    takePrimitives(then, now, knowledge);
    knowledge.dispatch = knowledge_.dispatch.ticks;
    if (knowledge_.machine && then == 1 && now > 1) {
      auto lockOf = [&](int threads) {
        return knowledge_.machine->lock({threads, threads, knowledge_.waiting, false});
      };
      if (std::optional<MachineCost> one = lockOf(1), all = lockOf(running(now)); one && all)
        knowledge.handover = std::max(all->time_s - one->time_s, 0.0) * profile_.ticks_per_second;
    }
    return knowledge;
  }

  // Of threads that share cores only as many want a lock at once as run at once. So they wait for it
  // as a team of the size of the cores does.
  void takeLockWaits(const Profile &base, const Teams &teams, const Profile &now) {
    int cores = std::max(static_cast<int>(std::round(coresNow())), 1);
    const Profile *as_many = &base;
    std::optional<Resized> resized;
    if (static_cast<int>(base.threads_asked) != cores) {
      Result<Resized> made = withTeamSize(base, teams, cores, knowledgeFor(cores));
      if (!made.ok())
        return;
      resized = std::move(made).value();
      as_many = &resized->profile;
    }
    lock_waits_.assign(now.nodeCount(), 1);
    for (uint32_t node = 0; node < now.nodeCount(); ++node)
      if (double waits = waitsAt(now, node); waits > 0)
        lock_waits_[node] = std::min(waitsAt(*as_many, node) / waits, 1.0);
  }

  static double waitsAt(const Profile &profile, uint32_t node) {
    const Node *of = profile.node(node);
    double waits = 0;
    if (of->kind == NodeKind::Critical || of->kind == NodeKind::Lock)
      for (const ProfileThread &thread : profile.threads)
        if (node < thread.nodes.size())
          waits += static_cast<double>(thread.nodes[node].cells[Spent::Wait].ticks);
    return waits;
  }

  // Each thread on a core of its own. Beyond the cores it grows as a tree.
  double primitive(const char *construct, int threads) const {
    int cores = static_cast<int>(knowledge_.cores);
    if (knowledge_.machine && cores > 0) {
      int own = std::min(threads, cores);
      MeetingKind kind = std::string_view(construct) == "barrier" ? MeetingKind::Barrier : MeetingKind::Region;
      if (auto cost = knowledge_.machine->meeting({own, own, knowledge_.waiting, false}, kind, 1e-6, 0))
        return std::max(cost->time_s, 0.0) * profile_.ticks_per_second * std::log2(threads + 1.0) /
               std::log2(own + 1.0);
    }
    return knowledge_.primitive ? knowledge_.primitive(construct, threads) : 0;
  }

  ChangePrices pricesOfChanges() const {
    int threads = static_cast<int>(profile_.threads_asked);
    TeamSetting setting{threads, running(threads), knowledge_.waiting, false};
    return {knowledge_.dispatch,
            barrierPrice(knowledge_.machine, setting, profile_.ticks_per_second)};
  }

  // Forks and releases grow as the calibration's; without one as a tree.
  void takePrimitives(int then, int now, TeamSizeKnowledge &knowledge) {
    double barrier = primitive("barrier", now), fork = primitive("parallel", now);
    double barrier_then = primitive("barrier", then), fork_then = primitive("parallel", then);
    double tree = then > 1 ? std::log2(now + 1.0) / std::log2(then + 1.0) : 1;
    bool is_known = barrier > 0 && fork > 0;
    knowledge.release = then > 1 && is_known && barrier_then > 0 ? barrier / barrier_then : tree;
    knowledge.fork = then > 1 && is_known && fork_then > 0 ? fork / fork_then : tree;
    if (then == 1) {
      knowledge.release_least = is_known ? barrier : 0.5e-6 * profile_.ticks_per_second;
      knowledge.fork_least = is_known ? fork : 2e-6 * profile_.ticks_per_second;
      knowledge.task_contention = 0.15e-6 * profile_.ticks_per_second;
    }
    if (!is_known && now > 1)
      lack("what forks and barriers of " + std::to_string(now) +
           " threads take (tare calibrate --machine measures it)");
  }

  /// Of so many threads: as many as there are cores.
  int running(int threads) const {
    double cores = coresNow();
    return cores > 0 && cores < threads ? std::max(static_cast<int>(std::round(cores)), 1) : threads;
  }

  TeamSizeKnowledge::Inflation inflationOf(uint32_t node, int running) const {
    const Node *of = profile_.node(node);
    return of ? knowledge_.inflation(of->id.text(), running) : TeamSizeKnowledge::Inflation();
  }

  void addChange(const ConstructChange &change, TeamSizeKnowledge &knowledge) {
    for (uint32_t node : nodesOf(change))
      if (change.kind == Kind::Schedule)
        knowledge.schedules[node] = change.schedule;
      else if (isCutoff(change))
        knowledge.cutoffs[node] = static_cast<uint32_t>(std::clamp(change.factor, 0.0, 1e9));
  }

  void lack(const std::string &what) { result_.lacks.push_back(what); }

  Result<void> change() {
    if (std::ranges::any_of(changes_, [](const ConstructChange &c) {
          return c.kind == Kind::Schedule || c.kind == Kind::Balanced;
        }))
      TARE_DO(checkIndependent(profile_));
    is_serial_.assign(changes_.size(), false);
    Ticks moved = moveSerial();
    ConstructChanges changes(profile_, *teams_, changes_, pricesOfChanges());
    if (int barrier = barrierWithTasks(profile_, changes.withoutBarrier()); barrier >= 0)
      return Error{.message = "threads run tasks while they wait at that barrier, and where these "
                              "would run without it is not known"};
    std::vector<RebuiltThread> sums = thinnedSums(profile_);
    const Profile measured = skipsInstances(profile_) ? profile_ : Profile();
    Replay replay(profile_, *teams_, changes);
    replay.run();
    Ticks serial = shrinkSerial();
    Ticks then = profile_.window, before = replay.outermost() + replay.shorter();
    profile_.window -= outermostShorter(profile_, replay) + serial + moved;
    Ticks between = then - before, now = profile_.window - replay.outermost();
    replay.place(between > 0 ? std::clamp(static_cast<double>(now) / static_cast<double>(between),
                                          0.0, 1.0)
                             : 1);
    shrinkCells(profile_, replay, sums);
    if (!measured.threads.empty())
      scaleSkipped(measured, profile_);
    for (size_t i = 0; i < changes_.size(); ++i)
      if (!changes.applied(i) && !is_serial_[i])
        return Error{.message = changes_[i].kind == Kind::NoBarrier
                                    ? "no barrier of its own was executed there: at the end of a region "
                                      "(parallel for, too) all threads meet"
                                    : "nothing of that kind was executed",
                     .place = changes_[i].place};
    result_.doubt += changes.doubt() / std::max<double>(profile_.threads_asked, 1);
    bool removes = std::ranges::any_of(changes.withoutBarrier(), [](bool b) { return b; });
    Profile changed = std::move(profile_);
    if (removes)
      removeBarriers(changed, changes.withoutBarrier());
    adopt(std::move(changed));
    return {};
  }

  // Statements of serial code that become regions. Returns how much of it does.
  Ticks moveSerial() {
    double fork = primitive("parallel", static_cast<int>(profile_.threads_asked));
    Ticks moved = 0;
    for (size_t i = 0; i < changes_.size(); ++i)
      if (changes_[i].kind == Kind::Parallel) {
        Ticks more = parallelise(profile_, changes_[i].constructs, cutTicks(fork));
        is_serial_[i] = more > 0;
        moved += more;
      }
    if (moved > 0)
      adopt(Profile(profile_));
    return moved;
  }

  // Statements of serial code. Returns by how much they are shorter.
  Ticks shrinkSerial() {
    Ticks less = 0;
    for (size_t i = 0; i < changes_.size(); ++i) {
      const ConstructChange &change = changes_[i];
      if (change.kind != Kind::Faster)
        continue;
      for (const ProfileModule &module : profile_.modules)
        for (size_t n = 0; n < module.tree.nodes.size(); ++n)
          if (change.constructs.count(module.tree.nodes[n].id.text()))
            for (ProfileThread &thread : profile_.threads)
              less += shrinkStatement(thread.nodes[module.first_node + n].cells[Spent::Serial],
                                      change.factor, i);
    }
    return less;
  }

  // A tick is left: a statement without one would be one that was not measured.
  Ticks shrinkStatement(ProfileCell &cell, double factor, size_t change) {
    if (cell.ticks <= 0)
      return 0;
    is_serial_[change] = true;
    Ticks now = std::max<Ticks>(cutTicks(static_cast<double>(cell.ticks) / factor), 1);
    return std::exchange(cell.ticks, now) - now;
  }

  bool sharesCores() const {
    double threads = profile_.threads_asked, cores = coresNow();
    bool asked = scenario_.cores > 0 || scenario_.pinned || is_resized_;
    return asked && cores > 0 && (threads > cores || couldLackCores());
  }
  double coresNow() const { return scenario_.cores > 0 ? scenario_.cores : knowledge_.cores; }
  /// Whether it had fewer cores than threads when it was measured.
  bool couldLackCores() const {
    return !is_resized_ && knowledge_.cores > 0 && profile_.threads_asked > knowledge_.cores;
  }

  Result<void> shareCores() {
    TARE_DO(checkIndependent(profile_));
    double cores = coresNow() > 0 ? coresNow() : profile_.threads_asked;
    bool shares = profile_.threads_asked > cores;
    CoresAsked asked{cores, scenario_.pinned, {}};
    MeetingsThen meetings(profile_, *teams_, scenario_, knowledge_, is_resized_);
    MeetingsThen::Unknown unknown = meetings.describe(asked);
    result_.doubt += unknown.doubt;
    if (!unknown.lack.empty())
      lack(unknown.lack);
    bool as_measured = !is_resized_ && changes_.empty() && knowledge_.without_core;
    int active = running(static_cast<int>(profile_.threads_asked));
    if (shares && !is_resized_)
      takeLockWaits(profile_, *teams_, profile_);
    asked.work = [this, active](uint32_t node, Spent kind) -> double {
      if (kind == Spent::Wait)
        return lockWaitsOf(node, active);
      return knowledge_.inflation && !is_resized_ && isWork(kind) ? inflationOf(node, active).factor
                                                                  : 1;
    };
    TimeWithoutCore none = [](LogPlace) { return 0; };
    TARE_TRY(OnCores shared,
             onCores(profile_, *teams_, asked, as_measured ? knowledge_.without_core : none));
    result_.doubt += shared.doubt * meetings.instancesOfOne();
    shared.profile.cores_allowed = static_cast<uint32_t>(std::ceil(cores));
    scaleSkipped(profile_, shared.profile);
    adopt(std::move(shared.profile));
    return {};
  }

  // What was measured of one thread alone tells more than the queue does.
  double lockWaitsOf(uint32_t node, int active) const {
    if (lock_waits_.empty() || lock_waits_[node] >= 1)
      return 1;
    std::optional<double> measured;
    if (!is_resized_ && knowledge_.lock_waits)
      measured = knowledge_.lock_waits(profile_.node(node)->id.text(), active);
    return measured ? std::min(*measured, 1.0) : lock_waits_[node];
  }

  Profile profile_;
  const Scenario &scenario_;
  const RunKnowledge &knowledge_;
  const Teams *teams_;
  std::unique_ptr<Teams> own_teams_;
  std::vector<ConstructChange> changes_;
  std::vector<bool> is_serial_; // of each change: it met a statement of serial code
  std::vector<double> lock_waits_; // by node: what is left of them where threads share cores
  bool is_resized_ = false;
  ScenarioRun result_;
};

} // namespace

Result<ScenarioRun> predictRun(const Profile &profile, const Teams &teams,
                                const Scenario &scenario, const RunKnowledge &knowledge) {
  return Predictor(profile, teams, scenario, knowledge).predict();
}

} // namespace tare
