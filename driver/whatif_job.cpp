// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif_job.h"

#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/lines.h"
#include "base/process.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/mpi/network_store.h"
#include "driver/verbs.h"
#include "driver/verify_forecast.h"
#include "driver/weigh.h"
#include "driver/whatif/job_questions.h"
#include "driver/whatif_scenario.h"

namespace tare {
namespace {

/// Options about the threads of one process; empty: none is given.
std::string processOption(const WhatifOptions &options) {
  WhatifOptions others = options;
  others.cores = 0; // jobs have it, too
  if (!options.threads.empty())
    return "--threads";
  if (std::string given = optionsText(others, {}); !given.empty())
    return given.substr(0, given.find(' '));
  return "";
}

JobQuestion questionOf(const WhatifOptions &options) {
  return {options.network, options.placement, options.cores, options.receives,
          options.waiting_ranks};
}

/// By the job's command, as `tare calibrate --network` kept it.
Result<FoundNetwork> foundNetwork(const Manifest &manifest, const std::string &library) {
  auto command = manifest.commands.find(role::instrumented); // whose messages were recorded
  NetworkUse use{library, {}};
  if (command != manifest.commands.end()) {
    TARE_TRY(use.command, splitCommand(command->second));
  }
  TARE_TRY(std::optional<KeptNetwork> kept, keptNetwork(calibrationFolder(), use));
  if (!kept)
    return Error{"no network was measured here with " + library.substr(0, library.find(',')), "",
                 "run tare calibrate --network, or name a table with --from-network FILE"};
  return FoundNetwork{kept->stored.network,
                      kept->same_launcher
                          ? ""
                          : "the job has the measured network, though that was measured with "
                            "another launcher, other options or variables"};
}

/// Error: why it cannot be run here, or a run that failed.
Result<Verification> verifiedJob(const JobQuestions &questions, const JobQuestion &question,
                                 const Manifest &measured, const Forecast &forecast) {
  TARE_TRY(JobTrial trial, questions.trial(question, coresAllowed()));
  TARE_TRY(std::vector<std::string> command, plainCommand(measured, questions.size()));
  ComparedCommands commands{command, trial.words, questions.size(), questions.size(), {}};
  commands.changed.insert(commands.changed.end(), command.begin(), command.end());
  if (trial.delays_messages) {
    TARE_DO(canRun());
    SystemProcessRunner processes;
    Manifest manifest = measured;
    Programs programs;
    programs.instrumented = command;
    commands.message_library = messageLibraryOf(programs, processes, manifest, true);
    if (commands.message_library.empty())
      return Error{"messages of this program cannot be delayed: they cannot be recorded here"};
  }
  return verifyInTurns(measured, commands, forecast);
}

/// T_p in the table that was written beside these runs; 0: there is none of this size.
double tableSeconds(const std::string &results, RunSize size) {
  Result<Ledger> ledger = readLedgerFile(results + "/ledger.json");
  const Table *table = ledger.ok() ? tableOfSize(ledger.value().tables, size) : nullptr;
  return table ? table->parallel_time.time_s : 0;
}

/// The first three that can be run; of what was asked for (no ranking) all.
Result<void> verifyJobs(const JobQuestions &questions, const std::vector<JobQuestion> &asked,
                        const Manifest &manifest, bool is_ranking, ForecastReport &report) {
  constexpr int most = 3;
  int verified = 0;
  for (size_t i = 0; i < report.forecasts.size() && (!is_ranking || verified < most); ++i) {
    Forecast &forecast = report.forecasts[i];
    Result<Verification> run = verifiedJob(questions, asked[i], manifest, forecast);
    if (run.ok()) {
      forecast.verified = run.value();
      ++verified;
    } else if (run.error().signal || !is_ranking) {
      return placedAt(forecast.scenario, std::move(run)).error();
    } else {
      complain({"not run: " + forecast.scenario + ": " + run.error().message, run.error().place,
                run.error().next});
    }
  }
  return {};
}

} // namespace

std::string jobOptionOf(const WhatifOptions &options) {
  if (!options.network.empty())
    return "--network";
  if (!options.from_network.empty())
    return "--from-network";
  if (!options.placement.empty())
    return "--placement";
  if (!options.receives.empty())
    return "--receives";
  return options.waiting_ranks.empty() ? "" : "--waiting-ranks";
}

bool isJobRanking(const WhatifOptions &options) { return questionOf(options).isEmpty(); }

Result<ForecastReport> jobForecasts(const WhatifOptions &options, const std::string &results,
                                    const Manifest &manifest, std::optional<Ledger> *table,
                                    const std::function<bool()> &goes_on) {
  if (std::string option = processOption(options); !option.empty())
    return Error{option + " is for runs of one process, and these are runs of a job of ranks",
                 results,
                 "for jobs there are --network, --placement, --cores, --receives and "
                 "--waiting-ranks; for threads measure one rank without --ranks: mpirun -n 1"};
  TARE_TRY(JobQuestions questions,
           JobQuestions::of(
               results, manifest, options.from, options.from_network,
               [&](const std::string &library) { return foundNetwork(manifest, library); }));
  questions.startFrom(tableSeconds(results, questions.size()));
  JobProposals answered;
  if (isJobRanking(options)) {
    answered = questions.proposals(goes_on);
  } else {
    answered.questions = {questionOf(options)};
    const JobQuestion &question = answered.questions.front();
    if (table && (options.full || !options.table.empty())) {
      TARE_TRY(Answered answer, questions.answer(question));
      answered.report.forecasts.push_back(std::move(answer.forecast));
      *table = std::move(answer.ledger);
    } else {
      TARE_TRY(Forecast forecast, questions.forecast(question));
      answered.report.forecasts.push_back(std::move(forecast));
    }
  }
  if (options.verify)
    TARE_DO(verifyJobs(questions, answered.questions, manifest, isJobRanking(options),
                       answered.report));
  return std::move(answered.report);
}

} // namespace tare
