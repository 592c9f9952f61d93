// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/guard.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"

#include <algorithm>

namespace tare {
namespace {

/// How waiting for a CPU comes into a row, by which its part of the row is bounded.
enum class Effect {
  OthersWait, // while a thread of the run on p threads has no CPU, all others may wait for it
  OwnTime,    // threads of the run on p threads spend as much more
  OneThread,  // likewise the run on one thread
  Source,     // the program without pragmas, else the run on one thread; or as OwnTime
  SerialCode, // all other threads wait for the one that has no CPU
  Itself,     // the row is the waiting
  None
};

/// How the start of a loop comes into a row, of an OpenMP runtime that takes long for it.
enum class Starts {
  No,
  OfTeam, // each thread of the run on p threads spends it, or the others wait for it
  OfOne,  // the run on one thread spends it
  Join    // as OfTeam, but only of a region that is nothing but its loop
};

struct Row {
  std::string_view category;
  Effect effect;
  bool void_on_shared_cores = false;
  Starts starts = Starts::No;
};

constexpr Row rows[] = {
    {category::work_rate, Effect::OwnTime, true, Starts::OfTeam},
    {category::data_access, Effect::OwnTime, true, Starts::OfTeam},
    {category::locks, Effect::OthersWait, true},
    {category::barriers, Effect::OthersWait, true, Starts::OfTeam},
    {category::user_waits, Effect::OthersWait, true},
    {category::load_imbalance, Effect::OthersWait, true, Starts::OfTeam},
    {category::replicated_work, Effect::OwnTime, false, Starts::OfTeam},
    {category::unparallelised, Effect::SerialCode},
    {category::partially_parallelised, Effect::OthersWait, true},
    {category::user_scheduling, Effect::OwnTime, false, Starts::OfTeam},
    {category::runtime_scheduling, Effect::OthersWait, true},
    {category::task_creation, Effect::OwnTime, true},
    {category::fork_join, Effect::OthersWait, true, Starts::Join},
    {category::startup, Effect::OthersWait},
    {category::additional_computation, Effect::Source, false, Starts::OfOne},
    {category::instruction_level, Effect::OneThread, false, Starts::OfOne},
    {category::mpi_start, Effect::OthersWait},
    {category::mpi_imbalance, Effect::OthersWait},
    {category::mpi_serialisation, Effect::OthersWait},
    {category::mpi_transfer, Effect::OthersWait},
    {category::off_cpu, Effect::Itself},
};

const Row &rowOf(std::string_view category) {
  static constexpr Row unknown{"", Effect::None};
  auto found = std::ranges::find(rows, category, &Row::category);
  return found == std::end(rows) ? unknown : *found;
}

/// Executed more often, or only, on p threads: then the run on p threads is what the row is made
/// of.
bool isOfMoreExecutions(const Situation &s) {
  return s.construct && s.construct->work &&
         (s.construct->work->not_on_one || s.construct->work->executions_ratio > 1.05);
}

bool isIgnoredRun(const Table &table) {
  return lineOf(table.overheads, category::instruction_level) != nullptr;
}

double offCpuSeconds(const std::vector<LedgerLine> &lines, int threads) {
  const LedgerLine *line = lineOf(lines, category::off_cpu);
  return line ? std::max(line->time.time_s, 0.0) * threads : 0;
}

/// At a construct of the run on p threads.
double onManyAt(const ConstructLines &construct, int threads) {
  return std::max(construct.cpu_waits.many_s, offCpuSeconds(construct.overheads, threads));
}

double onMany(const Situation &s, bool with_region) {
  const std::optional<RunCpuWaits> &all = s.table.cpu_waits;
  if (ofProgram(s))
    return std::max(all ? all->many_s : 0, offCpuSeconds(s.table.overheads, s.table.threads));
  double waited_s = onManyAt(*s.construct, s.table.threads);
  const ConstructLines *region = with_region && !isKind(s, "parallel") ? regionOf(s) : nullptr;
  return waited_s + (region ? onManyAt(*region, s.table.threads) : 0);
}

double onOne(const Situation &s) {
  if (s.construct)
    return s.construct->cpu_waits.one_s;
  return s.table.cpu_waits ? s.table.cpu_waits->one_s : 0;
}

/// Of a run that does not tell where its threads had no CPU: everywhere in proportion to the row.
double shareOf(const Situation &s, double RunCpuWaits::*run) {
  double whole_s = timeOf(s.table, s.line.category);
  double all_s = s.table.cpu_waits ? (*s.table.cpu_waits).*run : 0;
  return whole_s > 0 ? all_s * std::clamp(s.line.time.time_s / whole_s, 0.0, 1.0) : 0;
}

double ofSource(const Situation &s) {
  if (isOfMoreExecutions(s))
    return onMany(s, false);
  return isIgnoredRun(s.table) ? shareOf(s, &RunCpuWaits::ignored_s) : onOne(s);
}

double waitedFor(const Situation &s, Effect effect) {
  switch (effect) {
  case Effect::OthersWait:
    return onMany(s, true);
  case Effect::OwnTime:
    return onMany(s, false);
  case Effect::OneThread:
    return onOne(s);
  case Effect::Source:
    return ofSource(s);
  case Effect::SerialCode:
    return shareOf(s, &RunCpuWaits::many_serial_s);
  default:
    return 0;
  }
}

/// Of the row, which is wall-clock time.
double explainedByWaiting(const Situation &s) {
  Effect effect = rowOf(s.line.category).effect;
  bool others_wait = effect == Effect::OthersWait || effect == Effect::SerialCode;
  double each = others_wait ? std::max(1, s.table.threads - 1) : 1;
  return each * waitedFor(s, effect) / s.table.threads;
}

/// How often each thread begins the loop, or fetches a chunk of it.
double startsOf(const ConstructLines &loop, int threads) {
  if (loop.kind != "for")
    return 0;
  Schedule schedule = scheduleOf(findClause(loop.clauses, "schedule"));
  double iterations = loop.iterations_counted, chunk = double(schedule.value.value_or(1));
  if (!(iterations > 0))
    for (const IterationBin &bin : loop.iterations)
      iterations += bin.iterations;
  bool fetches = schedule.dispatches() && chunk > 0;
  return loop.instances + (fetches ? iterations / chunk / threads : 0);
}

/// In a region's own code, by the loops in it.
double startsIn(const Situation &s, const std::string &region) {
  double starts = 0;
  for (const ConstructLines &construct : s.table.constructs)
    if (!region.empty() && construct.region == region)
      starts += startsOf(construct, s.table.threads);
  return starts;
}

double startsAt(const Situation &s, const ConstructLines &construct) {
  if (rowOf(s.line.category).starts != Starts::Join) {
    if (construct.kind == "parallel")
      return startsIn(s, construct.id);
    return construct.kind == "loop" ? startsIn(s, construct.region)
                                    : startsOf(construct, s.table.threads);
  }
  bool is_a_loop = construct.kind == "parallel" && construct.directive.starts_with("parallel for");
  return is_a_loop ? construct.instances : 0;
}

/// In the whole program each loop counts once.
double startsInAll(const Situation &s) {
  double starts = 0;
  for (const ConstructLines &construct : s.table.constructs)
    if (rowOf(s.line.category).starts == Starts::Join || construct.kind == "for")
      starts += startsAt(s, construct);
  return starts;
}

double explainedByDebugBuild(const Situation &s) {
  Starts how = rowOf(s.line.category).starts;
  if (!s.ledger.openmp_runtime.debug_build || how == Starts::No)
    return 0;
  double starts = s.construct ? startsAt(s, *s.construct) : startsInAll(s);
  return starts * debug_loop_start_s / (how == Starts::OfOne ? s.table.threads : 1);
}

OtherCauses causesOf(const Situation &s) {
  double row_s = std::max(s.line.time.time_s, 0.0);
  OtherCauses causes;
  causes.debug_build_s = std::min(explainedByDebugBuild(s), row_s);
  causes.waiting_s = std::min(explainedByWaiting(s), row_s - causes.debug_build_s);
  return causes;
}

/// Causes of a smaller share of a row are neither named nor do they silence a rule.
constexpr double named_share = 0.1;

} // namespace

bool isSurelyLarge(const LedgerLine &line) {
  return line.time.low_s > 0 && line.time.low_s >= line.time.high_s / 2;
}

double surelyLost(const LedgerLine &line) {
  return line.is_void ? line.time.low_s : line.time.time_s;
}

Guard::Guard(const Situation &situation, double least_s)
    : row_s_(std::max(surelyLost(situation.line), 0.0)),
      is_cause_(rowOf(situation.line.category).effect == Effect::Itself),
      causes_(causesOf(situation)) {
  const Estimate &time = situation.line.time;
  double all_s = causes_.all();
  is_void_ = situation.line.is_void && !isSurelyLarge(situation.line);
  bool has_band = time.high_s > time.low_s;
  bool leaves_enough = row_s_ - all_s >= least_s && (!has_band || time.low_s > all_s);
  if (all_s >= named_share * row_s_ && !leaves_enough)
    explains_ =
        causes_.debug_build_s > causes_.waiting_s ? Explains::DebugBuild : Explains::Waiting;
}

bool Guard::isAllWaiting() const { return row_s_ > 0 && causes_.waiting_s >= row_s_; }

bool Guard::lets(About about) const {
  if (is_void_ && about != About::Measurement)
    return false;
  switch (about) {
  case About::Program:
    return explains_ == Explains::Program;
  case About::Starts:
    return explains_ == Explains::Program || explains_ == Explains::DebugBuild;
  case About::Waiting:
    return explains_ == Explains::Waiting || is_cause_;
  case About::DebugBuild:
    return explains_ == Explains::DebugBuild;
  case About::Measurement:
    return true;
  }
  return false;
}

double Guard::gain(About about, double part) const {
  switch (about) {
  case About::Program:
    return std::clamp(part, 0.0, 1.0) * (row_s_ - causes_.all());
  case About::Starts:
    return std::clamp(part, 0.0, 1.0) * (row_s_ - causes_.waiting_s);
  case About::Waiting:
    return is_cause_ ? row_s_ : causes_.waiting_s;
  case About::DebugBuild:
    return causes_.debug_build_s;
  case About::Measurement:
    return 0;
  }
  return 0;
}

std::string Guard::remark() const {
  auto text = [&](double cause_s, const char *what) {
    return row_s_ > 0 && cause_s >= named_share * row_s_
               ? " Up to " + percentOf(cause_s, row_s_) + " of this is " + what + "."
               : std::string();
  };
  return text(causes_.waiting_s, "waiting for a CPU") +
         text(causes_.debug_build_s, "the debug build of the OpenMP runtime");
}

double cpuWaitSeconds(const Situation &situation) {
  return waitedFor(situation, rowOf(situation.line.category).effect);
}

bool isOfOneThreadRun(const Situation &situation) {
  Effect effect = rowOf(situation.line.category).effect;
  return effect == Effect::OneThread ||
         (effect == Effect::Source && !isOfMoreExecutions(situation));
}

bool isVoidOnSharedCores(std::string_view category) { return rowOf(category).void_on_shared_cores; }

} // namespace tare
