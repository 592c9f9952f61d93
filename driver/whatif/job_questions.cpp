// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/job_questions.h"

#include "analyzer/jobs/rank_placement.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/tables/account.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/results/experiment_of.h"
#include "driver/results/noise.h"
#include "driver/results/run_messages.h"
#include "driver/whatif/bands.h"
#include "driver/whatif/job_answer.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {

namespace {

/// Slopes need some 110 replays: beyond this they take minutes.
constexpr size_t most_calls_for_slopes = 200000;

/// Figures of each repetition.
struct RepetitionFigures {
  std::vector<double> base, now, gain;
  double below = 0, above = 0, doubt = 0; // sums

  /// The plain run changes as the one with probes does. Where these took much, its difference in
  /// seconds is another one. A replay that is not as long as the job was may be as wrong then.
  void add(double plain_s, double rate, const PredictedJob &predicted) {
    double scale = plain_s / predicted.unchanged;
    base.push_back(plain_s);
    now.push_back(scale * predicted.total);
    gain.push_back(plain_s - now.back());
    below += scale * (predicted.total - predicted.least);
    above += scale * (predicted.most - predicted.total);
    doubt += std::abs(gain.back() - (predicted.unchanged - predicted.total) / rate);
    doubt += std::abs(predicted.unchanged / predicted.measured - 1) * now.back();
  }
};

/// The rows of a job, and what is outside of MPI, as parts of its area.
struct JobRowShares {
  double busy = 0, start = 0, imbalance = 0, serialisation = 0, transfer = 0;

  explicit JobRowShares(const JobRows &rows) {
    double area =
        std::max(1.0, static_cast<double>(rows.threads) * static_cast<double>(rows.total));
    auto share = [&](Ticks ticks) { return static_cast<double>(ticks) / area; };
    start = share(rows.rows.start_and_end);
    imbalance = share(rows.rows.imbalance);
    serialisation = share(rows.rows.serialisation);
    transfer = share(rows.rows.transfer);
    busy = 1 - share(rows.rows.sum());
  }
};

/// Means over repetitions.
void addRows(const PredictedJob &predicted, double base_s, double now_s, double weight,
             std::vector<JobForecastRow> &rows) {
  if (rows.empty())
    for (std::string_view name :
         {std::string_view("busy"), category::mpi_start, category::mpi_imbalance,
          category::mpi_serialisation, category::mpi_transfer})
      rows.push_back({std::string(name)});
  JobRowShares before(predicted.before), after(predicted.after);
  size_t next = 0;
  for (double JobRowShares::*row :
       {&JobRowShares::busy, &JobRowShares::start, &JobRowShares::imbalance,
        &JobRowShares::serialisation, &JobRowShares::transfer}) {
    rows[next].measured_s += before.*row * base_s * weight;
    rows[next++].predicted_s += after.*row * now_s * weight;
  }
}

JobForecastMessages messagesOf(const Job &job, const PredictedJob &predicted) {
  JobForecastMessages messages;
  messages.matched = job.messages.size();
  messages.collectives =
      static_cast<uint64_t>(std::ranges::count_if(job.meetings, [](const JobMeeting &meeting) {
        return meeting.shape != TARE_MF_START && meeting.shape != TARE_MF_END;
      }));
  for (uint64_t count : job.gaps.unmatched)
    messages.unmatched += count;
  if (messages.unmatched) {
    auto most = std::ranges::max_element(job.gaps.unmatched);
    messages.unmatched_because =
        unmatchedText(static_cast<Unmatched>(most - job.gaps.unmatched.begin()));
  }
  messages.between_nodes = predicted.between_nodes;
  messages.rendezvous = predicted.rendezvous;
  messages.rendezvous_then = predicted.rendezvous_then;
  messages.late = predicted.late;
  messages.any_source = predicted.blind;
  messages.taken_otherwise = predicted.taken_otherwise;
  messages.fixed_calls = job.gaps.fixed;
  return messages;
}

Result<void> checkRanks(const Job &job, const RunRecord &run, RunSize size,
                        const std::string &folder) {
  std::set<int> ranks;
  for (const JobRank &rank : job.ranks)
    ranks.insert(rank.rank);
  if (ranks.size() == static_cast<size_t>(size.ranks) && *ranks.rbegin() + 1 == size.ranks)
    return {};
  return Error{"run " + std::to_string(run.number) + " has message files of " +
                   std::to_string(ranks.size()) + " of its " + numberOf(size.ranks, "rank"),
               folder, "measure again"};
}

ForecastSlope forecastSlope(const NetworkSlope &slope) {
  return {std::max(0.0, slope.slope), slope.points.back().added, slope.one_percent, slope.breaks};
}

size_t callsOf(const Job &job) {
  size_t calls = 0;
  for (const JobRank &rank : job.ranks)
    calls += rank.calls.size();
  return calls;
}

/// Up to a thousand times what the network has.
void addSlopes(const Job &job, const JobScenario &scenario, const std::string &no_network,
               JobForecast &to) {
  constexpr double beyond = 1000, least_latency_s = 1e-6, least_byte_s = 1e-10;
  if (scenario.is_free)
    return;
  if (!scenario.from)
    to.no_slopes = no_network;
  else if (job.messages.empty() && job.meetings.empty())
    to.no_slopes = "no rank waits for another one";
  else if (callsOf(job) > most_calls_for_slopes)
    to.no_slopes = "the job has more than " + std::to_string(most_calls_for_slopes) + " calls";
  if (!to.no_slopes.empty())
    return;
  const Network &network = scenario.to ? *scenario.to : *scenario.from;
  std::set<uint32_t> nodes(scenario.then.node.begin(), scenario.then.node.end());
  const NetworkTable &table = network.between(nodes.size() == 1);
  double latency = std::max(table.transfer(0), least_latency_s);
  double bytes = table.points.empty() ? 0 : table.points.back().bytes;
  double byte = bytes > 0 ? table.transfer(static_cast<uint64_t>(bytes)) / bytes : 0;
  to.latency = forecastSlope(predictedSlope(job, scenario, NetworkSide::Latency, beyond * latency));
  to.bytes = forecastSlope(
      predictedSlope(job, scenario, NetworkSide::Bytes, beyond * std::max(byte, least_byte_s)));
}

} // namespace

Result<JobQuestions> JobQuestions::of(const std::string &folder, const Manifest &manifest,
                                      int threads, const std::string &from_network,
                                      const NetworkOfLibrary &kept) {
  JobQuestions questions;
  questions.folder_ = folder;
  questions.known_.cores = manifest.machine.cores;
  std::vector<std::string> measured;
  for (RunSize size : manifest.sizes()) {
    if (size.ranks < 2)
      continue;
    measured.push_back(sizeText(size));
    if (threads == 0 ? size >= questions.size_ : size.threads == threads)
      questions.size_ = size;
  }
  if (measured.empty())
    return Error{"these are jobs of one rank, which waits for no other one", folder,
                 "measure several ranks: tare run --ranks 2"};
  if (questions.size_.ranks == 0)
    return Error{"these results have no job of " + numberOf(threads, "thread") + " in all", folder,
                 "they have " + joinText(measured, ", ")};
  TARE_DO(questions.readJobs(folder, manifest));
  if (!from_network.empty()) {
    TARE_TRY(questions.known_.from, readNetworkFile(from_network));
    return questions;
  }
  Result<FoundNetwork> found = kept(questions.first().library);
  if (found.ok()) {
    questions.known_.from = found.value().network;
    questions.known_.doubt = found.value().doubt;
  } else {
    questions.known_.no_network = found.error().text();
  }
  return questions;
}

Result<void> JobQuestions::readJobs(const std::string &folder, const Manifest &manifest) {
  Manifest judged = manifest; // repetitions point into it
  judgeRuns(judged);
  std::vector<RepetitionRuns> repetitions = repetitionsOf(judged, size_);
  std::erase_if(repetitions,
                [](const RepetitionRuns &repetition) { return !isMeasured(repetition); });
  for (const RepetitionRuns &repetition : usedAmong(std::move(repetitions))) {
    TARE_TRY(std::optional<Job> job, jobOfRun(folder, *repetition.instrumented));
    if (!job)
      return Error{"the messages of these runs were not recorded, so that nobody knows which rank "
                   "waited for which",
                   folder, "measure again; tare doctor says whether this MPI can be recorded"};
    TARE_DO(checkRanks(*job, *repetition.instrumented, size_, folder));
    double measured_s = static_cast<double>(job->total()) / job->ticks_per_second;
    double plain_s =
        repetition.parallel ? windowSeconds(*repetition.parallel, manifest) : measured_s;
    jobs_.push_back({std::move(*job), plain_s, repetition.instrumented->repetition});
  }
  if (jobs_.empty())
    return Error{"no repetition with " + sizeText(size_) + " is whole", folder, "measure again"};
  return {};
}

Result<Forecast> JobQuestions::forecast(const JobQuestion &question, bool with_slopes) const {
  RepetitionFigures figures;
  Forecast forecast;
  JobForecast job;
  auto count = static_cast<double>(jobs_.size());
  for (const MeasuredJob &measured : jobs_) {
    TARE_TRY(JobScenario scenario, jobScenario(measured.job, question, known_));
    TARE_TRY(PredictedJob predicted, predictJob(measured.job, scenario));
    figures.add(measured.plain_s, measured.job.ticks_per_second, predicted);
    addRows(predicted, figures.base.back(), figures.now.back(), 1 / count, job.rows);
    if (&measured != &jobs_.front())
      continue;
    forecast.scenario = jobScenarioText(measured.job, question, scenario);
    job.placement = placementText(measured.job, scenario.then);
    job.messages = messagesOf(measured.job, predicted);
    explainJob(measured.job, question, known_, scenario, predicted, forecast);
    if (with_slopes)
      addSlopes(measured.job, scenario, known_.no_network, job);
  }
  job.ranks = size_.ranks;
  forecast.options = question.options();
  forecast.threads = forecast.base_threads = size_.threads;
  Estimate now = meanWithBand(figures.now), gain = meanWithBand(figures.gain);
  TARE_TRY(JobScenario scenario, jobScenario(first(), question, known_));
  double half =
      std::hypot(jobModelError(first(), scenario, now.time_s, gain.time_s), figures.doubt / count);
  double below = std::hypot(half, figures.below / count);
  double above = std::hypot(half, figures.above / count);
  Estimate base = meanWithBand(figures.base);
  double scale = scaleToTable(base.time_s, table_s_);
  forecast.base = scaled(base, scale);
  forecast.time = scaled(widened(now, below, above), scale);
  forecast.gain = scaled(widened(gain, above, below), scale);
  forecast.model_half_s = scale * half;
  for (JobForecastRow &row : job.rows) {
    row.measured_s *= scale;
    row.predicted_s *= scale;
  }
  forecast.job = std::move(job);
  return forecast;
}

Result<Answered> JobQuestions::answer(const JobQuestion &question) const {
  constexpr double of_95_in_90 = 1.19; // a normal band of 95 % in one of 90 %
  Answered answer;
  TARE_TRY(answer.forecast, forecast(question));
  TARE_TRY(Experiment experiment, approximatedExperiment(folder_));
  std::vector<Repetition> measured = std::move(experiment.repetitions);
  experiment.repetitions.clear();
  for (const MeasuredJob &each : jobs_) {
    TARE_TRY(JobScenario scenario, jobScenario(each.job, question, known_));
    if (sharesCores(each.job, scenario.was) || sharesCores(each.job, scenario.then))
      return Error{"there is no table of ranks that share cores: at which constructs they wait for "
                   "one is not known",
                   folder_, "leave out --full and --table"};
    TARE_TRY(PredictedJob predicted, predictJob(each.job, scenario));
    auto of = std::ranges::find_if(measured, [&](const Repetition &repetition) {
      return repetition.size() == size_ && repetition.number == each.repetition;
    });
    if (of == measured.end())
      continue;
    TARE_TRY(Repetition then,
             predictedRepetition(*of, each.job, scenario, predicted.total / predicted.unchanged));
    experiment.repetitions.push_back(std::move(then));
  }
  TARE_TRY(answer.ledger, account(experiment));
  answer.ledger.predicted = answer.forecast.scenario;
  for (Table &table : answer.ledger.tables)
    table.model_half_s = answer.forecast.model_half_s * of_95_in_90;
  return answer;
}

std::vector<JobQuestion> JobQuestions::proposed() const {
  std::vector<JobQuestion> all = {{.network = "free"}};
  std::set<uint32_t> nodes;
  for (const JobRank &rank : first().ranks)
    nodes.insert(rank.node);
  std::string prefix = nodes.size() > 1 ? "" : "local-";
  if (known_.from) {
    all.push_back({.network = prefix + "latency=/2"});
    all.push_back({.network = prefix + "bandwidth=x2"});
  }
  bool has_blind = std::ranges::any_of(first().messages,
                                       [](const JobMessage &message) { return message.pool >= 0; });
  if (has_blind)
    all.push_back({.receives = "fifo"});
  double per_node = static_cast<double>(size_.threads) / static_cast<double>(nodes.size());
  if (known_.cores > 0 && per_node > known_.cores)
    all.push_back({.cores = std::ceil(per_node)});
  return all;
}

JobProposals JobQuestions::proposals(const std::function<bool()> &goes_on) const {
  std::vector<std::pair<Forecast, JobQuestion>> answered;
  JobProposals made;
  ForecastReport &report = made.report;
  for (const JobQuestion &question : proposed()) {
    if (goes_on && !goes_on()) {
      report.refused.push_back({question.options() + ", and what would follow", question.options(),
                                "not asked, since the questions before it took long"});
      break;
    }
    Result<Forecast> forecast = this->forecast(question, false);
    if (forecast.ok())
      answered.emplace_back(std::move(forecast).value(), question);
    else
      report.refused.push_back({question.options(), question.options(), forecast.error().text()});
  }
  if (!known_.from)
    report.refused.push_back({"another network", "--network local-latency=/2", known_.no_network});
  std::ranges::stable_sort(answered, std::greater(),
                           [](const auto &each) { return each.first.gain.time_s; });
  for (auto &[forecast, question] : answered) {
    report.forecasts.push_back(std::move(forecast));
    made.questions.push_back(std::move(question));
  }
  return made;
}

Result<JobTrial> JobQuestions::trial(const JobQuestion &question, int cores) const {
  TARE_TRY(JobScenario scenario, jobScenario(first(), question, known_));
  return jobTrial(first(), question, scenario, cores);
}

} // namespace tare
