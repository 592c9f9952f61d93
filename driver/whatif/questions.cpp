// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/questions.h"

#include "analyzer/books/run_queue.h"
#include "analyzer/report/parts.h"
#include "analyzer/tables/account.h"
#include "analyzer/whatif/model_error.h"
#include "base/student.h"
#include "driver/results/experiment_of.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {

namespace {

/// A mean, and a band of 90 % by Student's t; of one value the value alone.
Estimate meanOf(const std::vector<double> &values) {
  auto n = static_cast<double>(values.size());
  double mean = std::accumulate(values.begin(), values.end(), 0.0) / n, squares = 0;
  for (double value : values)
    squares += (value - mean) * (value - mean);
  double half =
      n < 2 ? 0 : studentQuantile(0.05, n - 1) * std::sqrt(squares / (n - 1) / n);
  return {mean, mean - half, mean + half};
}

Estimate widened(const Estimate &estimate, double half) {
  double all = std::hypot((estimate.high_s - estimate.low_s) / 2, half);
  return {estimate.time_s, estimate.time_s - all, estimate.time_s + all};
}

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

Result<Questions> Questions::of(const std::string &folder, Primitives primitives) {
  Questions questions;
  questions.primitives_ = std::move(primitives);
  TARE_TRY(questions.experiment_, approximatedExperiment(folder));
  TARE_TRY(questions.measured_, account(questions.experiment_));
  for (const Table &table : questions.measured_.tables)
    for (const Repetition &repetition : questions.experiment_.repetitions)
      if (repetition.threads == table.threads && repetition.accepted) {
        if (repetition.one && repetition.threads != 1)
          questions.inflation_.add(1, *repetition.one->profile);
        bool all_run = questions.measured_.machine.cores <= 0 ||
                       table.threads <= questions.measured_.machine.cores;
        if (all_run)
          questions.inflation_.add(table.threads, *repetition.instrumented.profile);
        break;
      }
  return questions;
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

double Questions::primitive(const std::string &runtime, const char *construct,
                            int threads) const {
  if (!primitives_)
    return 0;
  auto found = known_.find(threads);
  if (found == known_.end())
    found = known_.emplace(threads, primitives_(runtime, threads)).first;
  auto value = found->second.find(construct);
  return value == found->second.end() ? 0 : value->second;
}

RunKnowledge Questions::knowledgeOf(const Repetition &repetition, int base) const {
  const Profile &profile = *repetition.instrumented.profile;
  RunKnowledge knowledge;
  knowledge.cores = measured_.machine.cores;
  knowledge.dispatch = {60e-9 * profile.ticks_per_second, 60e-9 * profile.ticks_per_second};
  int cores = static_cast<int>(measured_.machine.cores);
  int running = cores > 0 ? std::min(base, cores) : base;
  knowledge.inflation = [this, running](const std::string &construct, int now) {
    return inflation_.between(construct, running, now);
  };
  knowledge.primitive = [this, &profile](const char *construct, int threads) {
    return primitive(profile.openmp_runtime, construct, threads);
  };
  if (measured_.machine.cores > 0 && base > measured_.machine.cores)
    knowledge.without_core = withoutCore(profile, *teamsOf(repetition.instrumented));
  return knowledge;
}

// Both the profile without its probes and the one with them, so that what the accounts learn from
// the two stays what it was.
Result<Repetition> Questions::predicted(const Repetition &repetition, const Scenario &scenario,
                                        Forecast &forecast, double &doubt_s) const {
  Repetition result = repetition;
  const InstrumentedRun &run = repetition.instrumented;
  RunKnowledge knowledge = knowledgeOf(repetition, repetition.threads);
  TARE_TRY(ScenarioRun now, predictRun(*run.profile, *teamsOf(run), scenario, knowledge));
  append(forecast.lacks, now.lacks);
  auto then = static_cast<double>(run.profile->window);
  double ratio = then > 0 ? static_cast<double>(now.profile->window) / then : 1;
  doubt_s = now.doubt / run.profile->ticks_per_second;
  result.instrumented.measured_window += now.profile->window - run.profile->window;
  if (scenario.threads > 0) {
    result.threads = scenario.threads;
    result.instrumented.measured = nullptr; // the probes of another number of threads
  } else if (run.measured) {
    TARE_TRY(ScenarioRun with_probes,
             predictRun(*run.measured, *teamsOf(run), scenario, knowledge));
    result.instrumented.measured = with_probes.profile;
  }
  result.instrumented.profile = now.profile;
  result.instrumented.teams = now.teams;
  if (result.parallel)
    result.parallel->ticks =
        std::llround(static_cast<double>(result.parallel->ticks) * ratio);
  return result;
}

Result<Answered> Questions::answer(const Scenario &scenario, const std::string &options) const {
  int base = baseFor(scenario);
  const Table *table = tableOf(base);
  if (!table)
    return Error{"these results have no table of " + std::to_string(base) + " threads"};
  Answered answer;
  Forecast &forecast = answer.forecast;
  forecast.scenario = scenario.text();
  forecast.options = options;
  forecast.base_threads = base;
  forecast.threads = scenario.threads > 0 ? scenario.threads : base;
  forecast.needs_edit = needsEdit(scenario);
  for (const ConstructChange &change : scenario.changes)
    if (std::string assumed = change.assumption(); !assumed.empty())
      forecast.assumes.push_back(assumed);
  Experiment experiment = experiment_;
  experiment.repetitions.clear();
  std::vector<double> base_s, now_s, gains;
  double doubt_s = 0;
  for (const Repetition &repetition : experiment_.repetitions) {
    if (repetition.threads != base || !repetition.accepted)
      continue;
    double doubt = 0;
    TARE_TRY(Repetition now, predicted(repetition, scenario, forecast, doubt));
    doubt_s = std::max(doubt_s, doubt);
    double rate = repetition.instrumented.profile->ticks_per_second;
    auto secondsOf = [&](const Repetition &r) {
      return static_cast<double>(r.parallel ? r.parallel->ticks : r.instrumented.profile->window) /
             rate;
    };
    base_s.push_back(secondsOf(repetition));
    now_s.push_back(secondsOf(now));
    gains.push_back(base_s.back() - now_s.back());
    experiment.repetitions.push_back(std::move(now));
  }
  if (base_s.empty())
    return Error{"no run with " + std::to_string(base) + " threads counts"};
  TARE_TRY(answer.ledger, account(experiment));
  Estimate mean = meanOf(now_s), gain = meanOf(gains);
  double half = std::hypot(doubt_s, modelError(scenario, mean.time_s, gain.time_s));
  forecast.base = meanOf(base_s);
  forecast.time = widened(mean, half);
  forecast.gain = widened(gain, half);
  return answer;
}

} // namespace tare
