// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/questions.h"

#include "analyzer/books/run_queue.h"
#include "analyzer/report/parts.h"
#include "analyzer/tables/account.h"
#include "analyzer/whatif/implied_hold.h"
#include "analyzer/whatif/model_error.h"
#include "analyzer/whatif/waiting.h"
#include "driver/results/experiment_of.h"
#include "driver/whatif/bands.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// A normal band of 95 % in one of 90 %: 1.960 / 1.645.
constexpr double of_95_in_90 = 1.19;

bool needsEdit(const Scenario &scenario) {
  return std::ranges::any_of(scenario.changes, [](const ConstructChange &change) {
    return change.kind != ConstructChange::Kind::Schedule;
  });
}

void append(std::vector<std::string> &all, const std::vector<std::string> &more) {
  for (const std::string &text : more)
    if (std::ranges::find(all, text) == all.end())
      all.push_back(text);
}

/// What a thread lacked a core for up to its arrival.
TimeWithoutCore withoutCore(const Profile &profile, const Teams &teams) {
  auto transfers = std::make_shared<Transfers>(runQueueTransfers(profile, teams));
  return [transfers](LogPlace place) {
    const SegmentTransfer &transfer = (*transfers)[place.thread].of(place.index);
    Ticks sum = 0;
    for (Ticks ticks : transfer.spent)
      sum += ticks;
    for (Ticks ticks : transfer.in_wait)
      sum += ticks;
    return sum;
  };
}

} // namespace

namespace {

/// Ranks wait for each other, which no replay of one process knows.
Result<void> checkOneProcess(const Experiment &experiment, const std::string &folder) {
  if (std::ranges::all_of(experiment.repetitions,
                          [](const Repetition &repetition) { return repetition.ranks == 0; }))
    return {};
  return Error{"these are runs of a job of ranks, and such predictions know one process only",
               folder, "measure one rank without --ranks: mpirun -n 1"};
}

} // namespace

Result<Questions> Questions::of(const std::string &folder, MachineFacts facts) {
  Questions questions;
  questions.facts_ = std::move(facts);
  TARE_TRY(questions.experiment_, approximatedExperiment(folder));
  TARE_DO(checkOneProcess(questions.experiment_, folder));
  TARE_TRY(questions.measured_, account(questions.experiment_));
  questions.learnMachine();
  questions.learnInflation();
  return questions;
}

Result<Questions> Questions::of(const std::string &folder, Ledger measured, MachineFacts facts,
                                NodeRenewal *renewal) {
  Questions questions;
  questions.facts_ = std::move(facts);
  TARE_TRY(questions.experiment_, approximatedExperiment(folder, renewal));
  TARE_DO(checkOneProcess(questions.experiment_, folder));
  questions.measured_ = std::move(measured);
  questions.learnMachine();
  questions.learnInflation();
  return questions;
}

void Questions::learnMachine() {
  auto policy = measured_.settings.environment.find("OMP_WAIT_POLICY");
  if (policy != measured_.settings.environment.end())
    waiting_ = waitingNamed(policy->second);
  for (const Repetition &repetition : experiment_.repetitions)
    if (facts_.machine && !machine_)
      machine_ = facts_.machine(repetition.instrumented.profile->openmp_runtime);
}

// Where threads share cores no work tells what the caches do.
void Questions::learnInflation() {
  inflation_.useMachine(machine_);
  for (const Table &table : measured_.tables)
    for (const Repetition &repetition : experiment_.repetitions)
      if (repetition.threads == table.threads && repetition.accepted) {
        if (repetition.one && repetition.threads != 1)
          inflation_.add(1, *repetition.one->profile);
        bool all_run = measured_.machine.cores <= 0 || table.threads <= measured_.machine.cores;
        if (all_run) {
          learnHolds(*repetition.instrumented.profile);
          inflation_.add(table.threads, *repetition.instrumented.profile);
        }
        break;
      }
}

void Questions::learnHolds(const Profile &profile) {
  std::vector<double> holds = impliedHolds(profile);
  for (uint32_t node = 0; node < holds.size(); ++node)
    if (holds[node] > 0)
      holds_[profile.node(node)->id.text()] = holds[node] / profile.ticks_per_second;
}

const Table *Questions::tableOf(int threads) const {
  for (const Table &table : measured_.tables)
    if (table.threads == threads)
      return &table;
  return nullptr;
}

// The nearest below, else above: what is extrapolated is least sure.
int Questions::baseFor(const Scenario &scenario) const {
  if (base_ > 0)
    return base_;
  if (scenario.threads == 0)
    return measured_.tables[advisedTable(measured_)].threads;
  int below = 0, above = 0;
  for (const Table &table : measured_.tables) {
    if (table.threads <= scenario.threads)
      below = std::max(below, table.threads);
    else if (above == 0 || table.threads < above)
      above = table.threads;
  }
  return below > 0 ? below : above;
}

double Questions::primitive(const std::string &runtime, const char *construct, int threads) const {
  if (!facts_.primitives)
    return 0;
  auto found = known_.find(threads);
  if (found == known_.end())
    found = known_.emplace(threads, facts_.primitives(runtime, threads)).first;
  auto value = found->second.find(construct);
  return value == found->second.end() ? 0 : value->second;
}

// The threads of a team fetch from one counter, so a chunk takes a thread as long as all of them
// need for one each.
DispatchCost Questions::dispatchOf(const Profile &profile, const Scenario &scenario) const {
  constexpr double usual_s = 120e-9;
  int threads = scenario.threads > 0 ? scenario.threads : static_cast<int>(profile.threads_asked);
  int cores = static_cast<int>(scenario.cores > 0 ? scenario.cores : measured_.machine.cores);
  if (machine_)
    if (auto cost = machine_->dispatch({threads, std::max(cores, 1), waiting_, false}))
      return {cost->time_s * profile.ticks_per_second,
              std::max(cost->doubt_s, cost->time_s / 4) * profile.ticks_per_second};
  double known =
      primitive(profile.openmp_runtime, "for, dynamic,1: an iteration", threads) * threads;
  if (known > 0)
    return {known, known / 2};
  return {usual_s * profile.ticks_per_second, usual_s * profile.ticks_per_second};
}

RunKnowledge Questions::knowledgeOf(const Repetition &repetition, int base,
                                    const Scenario &scenario) const {
  const Profile &profile = *repetition.instrumented.profile;
  RunKnowledge knowledge;
  knowledge.cores = measured_.machine.cores;
  knowledge.dispatch = dispatchOf(profile, scenario);
  knowledge.machine = machine_;
  knowledge.waiting = waiting_;
  int cores = static_cast<int>(measured_.machine.cores);
  int running = cores > 0 ? std::min(base, cores) : base;
  knowledge.inflation = [this, running](const std::string &construct, int now) {
    return inflation_.between(construct, running, now);
  };
  knowledge.shared = [this](const std::string &construct) {
    return inflation_.isShared(construct);
  };
  knowledge.lock_waits = [this, running](const std::string &construct, int now) {
    return inflation_.ofLockWaits(construct, running, now);
  };
  knowledge.hold = [this, &profile](const std::string &construct) {
    auto found = holds_.find(construct);
    return found == holds_.end() ? 0 : found->second * profile.ticks_per_second;
  };
  knowledge.primitive = [this, &profile](const char *construct, int threads) {
    return primitive(profile.openmp_runtime, construct, threads);
  };
  if (measured_.machine.cores > 0 && base > measured_.machine.cores)
    knowledge.without_core = withoutCore(profile, *teamsOf(repetition.instrumented));
  return knowledge;
}

// What is a region then is one on one thread, too.
Result<void> Questions::paralleliseOne(const Scenario &scenario, Repetition &repetition) {
  Scenario serial;
  for (const ConstructChange &change : scenario.changes)
    if (change.kind == ConstructChange::Kind::Parallel)
      serial.changes.push_back(change);
  if (serial.changes.empty() || !repetition.one)
    return {};
  TARE_TRY(ScenarioRun one,
           predictRun(*repetition.one->profile, *teamsOf(*repetition.one), serial, {}));
  repetition.one->profile = one.profile;
  repetition.one->teams = one.teams;
  repetition.one->measured = nullptr;
  return {};
}

// Both the profile without its probes and the one with them, so that what the accounts learn from
// the two stays what it was.
Result<Repetition> Questions::predicted(const Repetition &repetition, const Scenario &scenario,
                                        bool for_table, Forecast &forecast, double &doubt_s) const {
  Repetition result = repetition;
  const InstrumentedRun &run = repetition.instrumented;
  RunKnowledge knowledge = knowledgeOf(repetition, repetition.threads, scenario);
  TARE_TRY(ScenarioRun now, predictRun(*run.profile, *teamsOf(run), scenario, knowledge));
  append(forecast.lacks, now.lacks);
  auto then = static_cast<double>(run.profile->window);
  double ratio = then > 0 ? static_cast<double>(now.profile->window) / then : 1;
  doubt_s = now.doubt / run.profile->ticks_per_second;
  result.instrumented.measured_window += now.profile->window - run.profile->window;
  if (scenario.threads > 0) {
    result.threads = scenario.threads;
    result.instrumented.measured = nullptr; // the probes of another number of threads
  } else if (for_table && run.measured) {
    TARE_TRY(ScenarioRun with_probes,
             predictRun(*run.measured, *teamsOf(run), scenario, knowledge));
    result.instrumented.measured = with_probes.profile;
  }
  if (for_table)
    TARE_DO(paralleliseOne(scenario, result));
  result.instrumented.profile = now.profile;
  result.instrumented.teams = now.teams;
  if (result.parallel)
    result.parallel->ticks = std::llround(static_cast<double>(result.parallel->ticks) * ratio);
  return result;
}

Result<Forecast> Questions::forecast(const Scenario &scenario, const std::string &options) const {
  std::vector<Repetition> predicted;
  return predict(scenario, options, false, predicted);
}

Result<Answered> Questions::answer(const Scenario &scenario, const std::string &options) const {
  Answered answer;
  Experiment experiment = experiment_;
  experiment.repetitions.clear();
  TARE_TRY(answer.forecast, predict(scenario, options, true, experiment.repetitions));
  TARE_TRY(answer.ledger, account(experiment));
  answer.ledger.predicted = scenario.text();
  for (Table &table : answer.ledger.tables)
    table.model_half_s = answer.forecast.model_half_s * of_95_in_90;
  return answer;
}

Result<Forecast> Questions::predict(const Scenario &scenario, const std::string &options,
                                    bool for_table, std::vector<Repetition> &predicted_runs) const {
  int base = baseFor(scenario);
  if (!tableOf(base))
    return Error{"these results have no table of " + std::to_string(base) + " threads"};
  Forecast forecast;
  forecast.scenario = scenario.text();
  forecast.options = options;
  forecast.base_threads = base;
  forecast.threads = scenario.threads > 0 ? scenario.threads : base;
  forecast.needs_edit = needsEdit(scenario);
  for (const ConstructChange &change : scenario.changes)
    if (std::string assumed = change.assumption(); !assumed.empty())
      forecast.assumes.push_back(assumed);
  std::vector<double> base_s, now_s, gains;
  double doubt_s = 0;
  for (const Repetition &repetition : experiment_.repetitions) {
    if (repetition.threads != base || !repetition.accepted)
      continue;
    double doubt = 0;
    TARE_TRY(Repetition now, predicted(repetition, scenario, for_table, forecast, doubt));
    doubt_s = std::max(doubt_s, doubt);
    double rate = repetition.instrumented.profile->ticks_per_second;
    auto secondsOf = [&](const Repetition &r) {
      return static_cast<double>(r.parallel ? r.parallel->ticks : r.instrumented.profile->window) /
             rate;
    };
    base_s.push_back(secondsOf(repetition));
    now_s.push_back(secondsOf(now));
    gains.push_back(base_s.back() - now_s.back());
    predicted_runs.push_back(std::move(now));
  }
  if (base_s.empty())
    return Error{"no run with " + std::to_string(base) + " threads counts"};
  Estimate mean = meanWithBand(now_s), gain = meanWithBand(gains);
  double half = std::hypot(doubt_s, modelError(scenario, mean.time_s, gain.time_s)) *
                factorFor(questionsIn(scenario), errors_);
  Estimate measured = meanWithBand(base_s);
  double scale = scaleToTable(measured.time_s, tableOf(base)->parallel_time.time_s);
  forecast.base = scaled(measured, scale);
  forecast.time = scaled(widened(mean, half), scale);
  forecast.model_half_s = scale * half;
  forecast.gain = scaled(widened(gain, half), scale);
  return forecast;
}

} // namespace tare
