// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/excess.h"

#include "base/text.h"
#include "driver/calibration/pair_of_runs.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace tare {
namespace {

constexpr std::string_view cell_mark = "cell ";

struct Primitive {
  const char *name, *kernel;
};
constexpr Primitive primitives[] = {
    {"parallel", "region"},
    {"parallel reduction", "reduction"},
    {"barrier", "barrier"},
    {"single, with its barrier", "single"},
    {"for, static, with its barrier", "shared_loop"},
    {"for, dynamic,1: an iteration (one thread)", "iteration"},
    {"for, dynamic,1: an iteration", "dispatched"},
    {"ordered", "ordered"},
    {"critical (one thread)", "critical"},
    {"lock: set and unset (one thread)", "lock"},
    {"atomic (one thread)", "counted"},
    {"task: its creation", "task_creation"},
    {"task: its execution", "task"},
    {"taskwait", "taskwait"},
};

/// `part` as a share of `whole`, from 0 to 1; 0 where the whole is nothing.
double shareOf(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
}

/// Figures by name: read from one pair of runs, or given because several pairs were combined.
class Figures {
public:
  explicit Figures(const PairOfRuns &runs) : runs_(&runs) {}
  explicit Figures(std::map<std::string, double> known) : known_(std::move(known)) {}

  double of(const std::string &name, const std::function<double(const PairOfRuns &)> &read) {
    if (runs_)
      known_[name] = read(*runs_);
    return known_.at(name);
  }
  const std::map<std::string, double> &all() const { return known_; }

private:
  const PairOfRuns *runs_ = nullptr;
  std::map<std::string, double> known_;
};

class Pair {
public:
  explicit Pair(Figures figures) : figures_(std::move(figures)) {}

  PairExcess compute() {
    emptyBody(CostKind::Work, "work", NodeKind::Master, Spent::Body);
    critical();
    sampledLocks();
    waits(CostKind::Wait, "lock", "lock", NodeKind::Lock, 2);
    waits(CostKind::TaskWait, "taskwait", "taskwait", NodeKind::Taskwait, 1);
    waits(CostKind::Barrier, "barrier", "barrier_apart", NodeKind::Barrier, 1);
    tasks();
    emptyBody(CostKind::Serial, "serial", NodeKind::Call, Spent::Serial);
    dense(CostKind::TooShort).outside = excess("too_short");
    cold(CostKind::TooShort).outside = excess("too_short_cold");
    dense(CostKind::Iteration).inside = excess("iteration");
    cold(CostKind::Iteration).inside = excess("iteration_cold");
    loops();
    dense(CostKind::Count).outside = excess("counted");
    cold(CostKind::Count).outside = excess("counted_cold");
    regions();
    amidOther();
    for (const Primitive &primitive : primitives)
      result_.primitives[primitive.name] = plain(primitive.kernel);
    result_.interrupted = figures_.of("interrupted", &PairOfRuns::interrupted);
    result_.interruption_ns = figures_.of("interruption", &PairOfRuns::interruptionNs);
    result_.dispersion_ns = figures_.of("dispersion", &PairOfRuns::dispersion);
    result_.figures = figures_.all();
    return result_;
  }

private:
  Excess &dense(CostKind kind) { return result_.dense[static_cast<size_t>(kind)]; }
  std::optional<double> &amid(CostKind kind) { return result_.amid[static_cast<size_t>(kind)]; }
  Excess &cold(CostKind kind) { return result_.cold[static_cast<size_t>(kind)]; }

  double plain(const std::string &kernel) {
    return figures_.of("plain " + kernel,
                       [&](const PairOfRuns &runs) { return runs.plain(kernel); });
  }

  /// ns that an execution takes longer with probes.
  double excess(const std::string &kernel) {
    return figures_.of("excess " + kernel,
                       [&](const PairOfRuns &runs) { return runs.excess(kernel); });
  }

  static std::string nameOf(const std::string &function, NodeKind kind, Spent spent) {
    return function + " " + std::string(kindName(kind)) + " " +
           std::to_string(static_cast<int>(spent));
  }

  /// ns of one entry.
  double cell(const std::string &function, NodeKind kind, Spent spent) {
    return figures_.of(std::string(cell_mark) + nameOf(function, kind, spent),
                       [&](const PairOfRuns &runs) { return runs.in(function).each(kind, spent); });
  }

  double entries(const std::string &function, NodeKind kind, Spent spent) {
    return figures_.of("entries " + nameOf(function, kind, spent), [&](const PairOfRuns &runs) {
      return static_cast<double>(runs.in(function).entries(kind, spent));
    });
  }

  /// ns around the constructs, for each entry of theirs.
  double around(const std::string &function, NodeKind kind, Spent spent) {
    return figures_.of(std::string(cell_mark) + "around " + function, [&](const PairOfRuns &runs) {
      KernelCells here = runs.in(function);
      return here.around(here.entries(kind, spent));
    });
  }

  double betweenRegions(const std::string &function) {
    return figures_.of("between " + function,
                       [&](const PairOfRuns &runs) { return runs.in(function).betweenRegions(); });
  }

  /// Divides `total` into inside and outside as `as` is divided.
  static Excess divided(double total, const Excess &as) {
    double outside = total * shareOf(as.outside, as.total());
    return {total - outside, outside};
  }

  /// A kernel with an empty body: its cell holds nothing but the probes. The cell is no more than
  /// all of them: what the processor does beside other work is in it and does not lengthen the run.
  void emptyBody(CostKind kind, const std::string &kernel, NodeKind node, Spent spent) {
    auto divide = [&](const std::string &name) {
      double total = excess(name), inside = std::min(cell(name, node, spent), std::max(total, 0.0));
      return Excess{inside, total - inside};
    };
    dense(kind) = divide(kernel);
    cold(kind) = divide(kernel + "_cold");
  }

  void amidOther() {
    amid(CostKind::Work) = excess("work_amid");
    double wait = dense(CostKind::LockWait).total(), held = dense(CostKind::LockHeld).total();
    double waiting = excess("critical_amid") * shareOf(wait, wait + held);
    amid(CostKind::LockWait) = waiting;
    amid(CostKind::LockHeld) = excess("critical_amid") - waiting;
    amid(CostKind::Wait) = excess("lock_amid") / 2;
    amid(CostKind::TaskWait) = excess("taskwait_amid");
    amid(CostKind::Serial) = excess("serial_amid");
    amid(CostKind::TooShort) = excess("too_short_amid");
    amid(CostKind::Iteration) = excess("iteration_amid");
    amid(CostKind::Count) = excess("counted_amid");
  }

  /// Loops of two iterations on one thread. SCHED holds the plain program's set-up, and the first
  /// iteration's probe up to its reading of the clock. BODY holds the rest of that probe, beside
  /// other probes. Both together are no more than the excess beyond the probes around the loop.
  void loops() {
    dense(CostKind::LoopStart) =
        loopStart("loop", dense(CostKind::Work), dense(CostKind::Iteration));
    cold(CostKind::LoopStart) =
        loopStart("loop_cold", cold(CostKind::Work), cold(CostKind::Iteration));
  }

  Excess loopStart(const std::string &kernel, const Excess &around, const Excess &iteration) {
    double setup = cell(kernel, NodeKind::For, Spent::Scheduling);
    double body = cell(kernel, NodeKind::For, Spent::Body) - around.inside - 2 * iteration.inside;
    double most = std::max(excess(kernel) - around.total(), 0.0);
    double inside = std::clamp(setup - plain(kernel), 0.0, most);
    return {inside, std::clamp(body, 0.0, most - inside)};
  }

  /// A thread holds the lock or waits for it: time outside of holding is the wait's.
  void critical() {
    Excess &held = dense(CostKind::LockHeld), &wait = dense(CostKind::LockWait);
    held.inside = cell("critical", NodeKind::Critical, Spent::Body);
    wait.outside = around("critical", NodeKind::Critical, Spent::Body);
    wait.inside = excess("critical") - held.inside - wait.outside;
    double held_cold = cell("critical_cold", NodeKind::Critical, Spent::Body);
    cold(CostKind::LockHeld).inside = held_cold;
    cold(CostKind::LockWait) = divided(excess("critical_cold") - held_cold, wait);
  }

  /// What the cells of chosen acquisitions hold beyond what the lock takes without probes: as much
  /// as the loop is longer with it, beside other work, or as an acquisition after the other.
  void sampledLocks() {
    double wait = cell("critical_sampled", NodeKind::Critical, Spent::Wait);
    double held = cell("critical_sampled", NodeKind::Critical, Spent::Body);
    double amid_other = plain("critical_sampled") - plain("other");
    double alone = std::min(plain("critical"), amid_other);
    const Excess &other = dense(CostKind::LockWait), &other_cold = cold(CostKind::LockWait);
    dense(CostKind::SampledWait) = {wait - alone, other.outside};
    amid(CostKind::SampledWait) = wait - amid_other + other.outside;
    cold(CostKind::SampledWait) = {wait - alone + other_cold.inside - other.inside,
                                   other_cold.outside};
    dense(CostKind::SampledHeld).inside = cold(CostKind::SampledHeld).inside = held;
  }

  /// Waits take time without probes too, so their own cells say nothing. The cells around them do:
  /// the plain program has only a loop there. The total is the excess of `apart`, a kernel that may
  /// do other work as well.
  void waits(CostKind kind, const std::string &kernel, const std::string &apart, NodeKind node,
             double of_one) {
    cell(kernel, node, Spent::Wait); // is there
    Excess &w = dense(kind);
    w.outside = around(kernel, node, Spent::Wait);
    w.inside = excess(apart) / of_one - w.outside;
    cold(kind) = divided(excess(kernel + "_cold") / of_one, w);
  }

  void tasks() {
    cell("task", NodeKind::Task, Spent::Creation); // is there
    double created = entries("task", NodeKind::Task, Spent::Creation);
    double waits = entries("task", NodeKind::Taskwait, Spent::Wait);
    double outer = around("task", NodeKind::Task, Spent::Creation);
    divideTasks(excess("task_creation"),
                excess("task") - dense(CostKind::TaskWait).total() * waits / created,
                cell("task", NodeKind::Task, Spent::Body), outer, dense(CostKind::TaskCreation),
                dense(CostKind::Task));
    double creation = excess("task_creation_cold");
    divideTasks(creation, excess("task_cold") - cold(CostKind::TaskWait).total(),
                cell("task_cold", NodeKind::Task, Spent::Body),
                divided(creation, dense(CostKind::TaskCreation)).outside,
                cold(CostKind::TaskCreation), cold(CostKind::Task));
  }

  /// Some runtimes run each task at once, in its creation. Then all excess is the creation's, and
  /// the part that is neither in the body nor around is shared equally by the two kinds.
  static void divideTasks(double creating, double running, double body, double around,
                          Excess &creation, Excess &task) {
    creation.outside = around;
    task.inside = body;
    double half = (creating + running - around - body) / 2;
    bool at_once = running < body;
    creation.inside = at_once ? half : creating - around;
    task.outside = at_once ? half : running - body;
  }

  /// The share of a region's probes before its body. Both parts were timed on a region of one
  /// thread.
  double shareOfFork() {
    double fork = std::max(0.0, excess("region_one_fork"));
    double join = std::max(0.0, excess("region_one_join"));
    return fork + join > 0 ? fork / (fork + join) : 0.5;
  }

  void regions() {
    double total = excess("region"), body = cell("region", NodeKind::Parallel, Spent::Body);
    double share = shareOfFork();
    divideRegion(result_.dense, total - body, body, betweenRegions("region"), share);
    total = excess("region_cold");
    body = cell("region_cold", NodeKind::Parallel, Spent::Body);
    const Excess &fork = dense(CostKind::RegionFork), &join = dense(CostKind::RegionJoin);
    Excess as{fork.inside + join.inside, fork.outside};
    divideRegion(result_.cold, total - body, body, divided(total - body, as).outside, share);
  }

  /// A worker begins when the thread that forks has passed its fork's probes: it has the same
  /// delay, not one more.
  static void divideRegion(std::array<Excess, cost_kinds> &costs, double rest, double body,
                           double around, double share_of_fork) {
    auto of = [&](CostKind kind) -> Excess & { return costs[static_cast<size_t>(kind)]; };
    of(CostKind::RegionBody).inside = body;
    of(CostKind::RegionFork) = {(rest - around) * share_of_fork, around};
    of(CostKind::RegionStart).inside = of(CostKind::RegionFork).inside;
    of(CostKind::RegionJoin).inside = (rest - around) * (1 - share_of_fork);
  }

  Figures figures_;
  PairExcess result_;
};

bool isCell(const std::string &name) { return startsWith(name, std::string(cell_mark)); }

} // namespace

Result<PairExcess> excessOf(const ScaleOutput &plain, const ScaleOutput &probed,
                            const Profile &profile) {
  try {
    PairExcess excess = Pair(Figures(PairOfRuns(plain, probed, profile))).compute();
    excess.waited = probed.waited;
    return excess;
  } catch (const MissingFigure &missing) {
    return Error{missing.what};
  }
}

std::vector<PairExcess> withLeastCells(const std::vector<PairExcess> &pairs) {
  std::map<std::string, double> least;
  for (const PairExcess &pair : pairs)
    for (const auto &[name, value] : pair.figures)
      if (auto [known, is_new] = least.emplace(name, value); isCell(name) && !is_new)
        known->second = std::min(known->second, value);
  std::vector<PairExcess> result;
  for (const PairExcess &pair : pairs) {
    std::map<std::string, double> figures = pair.figures;
    for (auto &[name, value] : figures)
      if (isCell(name))
        value = least.at(name);
    result.push_back(Pair(Figures(std::move(figures))).compute());
  }
  return result;
}

} // namespace tare
