// SPDX-License-Identifier: Apache-2.0
// Results of a job, asked: figures that can be followed on paper, what is refused, and what people
// read.
#include "analyzer/forecast/forecast_json.h"
#include "analyzer/forecast/forecast_text.h"
#include "analyzer/ledger/roles.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "catch.hpp"
#include "driver/whatif/job_questions.h"
#include "driver/whatif_job.h"
#include "tests/jobs/hand_made.h"

#include <algorithm>
#include <sstream>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

/// Three repetitions of the example, with and without probes: 81 ms each.
class JobResults {
public:
  JobResults() : folder_(makeTemporaryFolder("tare-job-").value()) {
    manifest.program = "example";
    manifest.reference = "none";
    manifest.quick = true;
    manifest.threads = {1};
    manifest.ranks = {2};
    manifest.repeat = 3;
    manifest.machine.cores = 2;
    manifest.machine.ticks_per_second = 1e9;
    std::vector<LogWriter> logs = exampleLogs();
    for (size_t rank = 0; rank < logs.size(); ++rank)
      put("messages." + std::to_string(rank), logs[rank].bytes(81 * ms));
    for (int repetition = 1; repetition <= 3; ++repetition)
      for (const char *name : {role::parallel, role::instrumented})
        manifest.runs.push_back(runOf(name, repetition));
  }

  void put(const std::string &name, const std::string &text) const {
    REQUIRE(writeFileAtomic(path() + "/" + name, text).ok());
  }
  const std::string &path() const { return folder_.path(); }

  /// With the kept network of the example: 5 ms inside a node, 9 between nodes.
  Result<JobQuestions> questions(int threads = 0, const std::string &from_network = "") const {
    return JobQuestions::of(path(), manifest, threads, from_network,
                            [this](const std::string &library) -> Result<FoundNetwork> {
                              NetworkTable local = {{{0, 5e-3, 2e-3, 0}, {1000, 5e-3, 2e-3, 0}}};
                              NetworkTable remote = {{{0, 9e-3, 2e-3, 0}, {1000, 9e-3, 2e-3, 0}}};
                              return FoundNetwork{{library, local, remote, shared}, doubt};
                            });
  }

  Manifest manifest;
  std::string doubt;           // of the kept network
  SharedProcessor shared = {}; // of its nodes

private:
  RunRecord runOf(const std::string &name, int repetition) const {
    RunRecord run;
    run.number = static_cast<int>(manifest.runs.size()) + 1;
    run.repetition = repetition;
    run.role = name;
    run.threads = run.ranks = 2;
    run.window_ticks = 81 * ms;
    run.wall_s = 0.081;
    if (name == role::instrumented) {
      run.profile = "profile.0";
      for (int rank = 0; rank < 2; ++rank)
        run.of_ranks.push_back({rank, "node1", 1000000, 81 * ms, "profile." + std::to_string(rank),
                                "messages." + std::to_string(rank)});
    }
    return run;
  }

  TemporaryFolder folder_;
};

Forecast forecastOf(const JobResults &results, const JobQuestion &question) {
  JobQuestions questions = results.questions().value();
  Result<Forecast> forecast = questions.forecast(question);
  INFO((forecast.ok() ? "" : forecast.error().text()));
  REQUIRE(forecast.ok());
  return forecast.value();
}

std::string refusalOf(const JobResults &results, const JobQuestion &question) {
  Result<Forecast> forecast = results.questions().value().forecast(question);
  return forecast.ok() ? "" : forecast.error().text();
}

ForecastReport reportOf(const Forecast &forecast) {
  ForecastReport report;
  report.program = "example";
  report.results = "r";
  report.forecasts = {forecast};
  return report;
}

} // namespace

TEST_CASE("a job with half the latency: time, gain, rows and slopes of the example") {
  JobResults results;
  Forecast forecast = forecastOf(results, {.network = "local-latency=/2"});
  CHECK(forecast.base.time_s == Approx(0.081));
  CHECK(forecast.time.time_s == Approx(0.078));
  CHECK(forecast.gain.time_s == Approx(0.003));
  // Half of the change at most by the model; the barrier may come 0.5 ms earlier.
  CHECK(forecast.time.high_s == Approx(0.0795));
  CHECK(forecast.time.low_s == Approx(0.078 - std::hypot(1.5e-3, 0.5e-3)));
  CHECK(forecast.gain.low_s == Approx(0.0015));
  REQUIRE(forecast.job);
  double measured = 0, predicted = 0;
  for (const JobForecastRow &row : forecast.job->rows) {
    measured += row.measured_s;
    predicted += row.predicted_s;
  }
  CHECK(measured == Approx(0.081));
  CHECK(predicted == Approx(0.078));
  CHECK(forecast.job->rows.front().predicted_s == Approx(0.0625)); // (60 + 65) / 2
  CHECK(forecast.job->rows.back().measured_s == Approx(0.006));    // 12 ms of two threads
  CHECK(forecast.job->rows.back().predicted_s == Approx(0.003));
  REQUIRE(forecast.job->latency);
  CHECK(forecast.job->latency->slope == Approx(2)); // the message, and the barrier
  CHECK(*forecast.job->latency->one_percent == Approx(0.39e-3));
  CHECK(forecast.options == "--network local-latency=/2");
}

TEST_CASE("ranks of a job elsewhere, on fewer cores, and both with another network") {
  JobResults results;
  CHECK(forecastOf(results, {.placement = "nodes=2"}).time.time_s == Approx(0.089));
  CHECK(forecastOf(results, {.cores = 1, .waiting_ranks = "yield"}).time.time_s == Approx(0.128));
  // Turns of 4 ms. Rank 1 has worked for 30 at 62, and spins. Rank 0 sends from 76 to 82, in two
  // turns. Rank 1 goes on at 84, with its turn, and works until 151.
  CHECK(forecastOf(results, {.cores = 1, .waiting_ranks = "spin"}).time.time_s == Approx(0.152));
  CHECK(forecastOf(results, {.network = "latency=5ms", .placement = "nodes=2"}).time.time_s ==
        Approx(0.081));
  CHECK(forecastOf(results, {.receives = "fifo"}).gain.time_s == 0);
}

TEST_CASE("turns of a shared core: as measured here or there, or as usual, and who yields") {
  JobResults results;
  auto said = [](const std::vector<std::string> &clauses) { return joinText(clauses, "; "); };
  JobQuestion spin = {.cores = 1, .waiting_ranks = "spin"};
  Forecast usual = forecastOf(results, spin);
  CHECK_THAT(said(usual.assumes), Contains("for 4.00 ms, as Linux usually does"));
  CHECK_THAT(said(usual.lacks), Contains("was not measured") && Contains("--again"));
  results.shared = {.turn_s = 1e-6, .yield_share = 0.4};
  Forecast measured = forecastOf(results, spin);
  CHECK(measured.time.time_s == Approx(0.156).epsilon(1e-4)); // as an equal share
  CHECK_THAT(said(measured.assumes), Contains("for 1.00 us, as measured"));
  CHECK_THAT(said(measured.lacks), !Contains("a core that others want"));
  CHECK_THAT(said(forecastOf(results, {.cores = 1, .waiting_ranks = "yield"}).lacks),
             Contains("takes 40.0 % of a core all the same"));
  Network there = {"MPI", {{{0, 5e-3, 2e-3, 0}}}, {}, {.turn_s = 4e-3}};
  results.put("there.json", networkJson(there));
  spin.network = results.path() + "/there.json";
  CHECK(forecastOf(results, spin).time.time_s == Approx(0.152));
  CHECK_THAT(said(forecastOf(results, {.cores = 1.5, .waiting_ranks = "spin"}).lacks),
             Contains("no whole number of cores"));
}

TEST_CASE("a table of another network stands for it") {
  JobResults results;
  Network other = {"MPI", {{{0, 10e-3, 2e-3, 0}}}, {{{0, 10e-3, 2e-3, 0}}}};
  results.put("other.json", networkJson(other));
  CHECK(forecastOf(results, {.network = results.path() + "/other.json"}).time.time_s ==
        Approx(0.091));
}

TEST_CASE("questions about a job that have no answer say why") {
  JobResults results;
  CHECK_THAT(refusalOf(results, {.network = "latency=/2"}),
             Contains("all ranks are on one node") && Contains("local-latency"));
  CHECK_THAT(refusalOf(results, {.network = "local-latency=/2", .placement = "nodes=2"}),
             Contains("leave out local-"));
  CHECK_THAT(refusalOf(results, {.network = "missing.json"}), Contains("missing.json"));
  results.put("bad.json", "{\n \"schema\": \"tare.network/1\",\n \"library\": 3\n}\n");
  CHECK_THAT(refusalOf(results, {.network = results.path() + "/bad.json"}),
             Contains("bad.json") && Contains("library"));
  CHECK_THAT(refusalOf(results, {.placement = "0:a"}), Contains("rank 1"));
  Result<JobQuestions> of_four = results.questions(4);
  REQUIRE_FALSE(of_four.ok());
  CHECK_THAT(of_four.error().text(), Contains("4 threads") && Contains("2 ranks"));
  CHECK_FALSE(results.questions(0, results.path() + "/bad.json").ok());
}

TEST_CASE(
    "without a table of the network, what needs none is answered and the rest names the command") {
  JobResults results;
  auto none = [](const std::string &library) -> Result<FoundNetwork> {
    return Error{"no network was measured here with " + library, "",
                 "run tare calibrate --network"};
  };
  JobQuestions questions = JobQuestions::of(results.path(), results.manifest, 0, "", none).value();
  CHECK(questions.forecast({.network = "free"}).value().time.time_s == Approx(0.075));
  CHECK_THAT(questions.forecast({.network = "local-latency=/2"}).error().text(),
             Contains("tare calibrate --network"));
  Forecast moved = questions.forecast({.placement = "nodes=2"}).value();
  CHECK(std::ranges::any_of(moved.assumes, [](const std::string &assumed) {
    return startsWith(assumed, "1 of the messages then go between nodes");
  }));
  CHECK_THAT(moved.job->no_slopes, Contains("tare calibrate --network"));
  CHECK(questions.proposals().report.refused.size() == 1);
}

TEST_CASE("a network that was not measured between nodes: values say it, factors cannot") {
  JobResults results;
  results.doubt = "the network is that of the job";
  results.put("local.json",
              networkJson({"MPI", {{{0, 5e-3, 2e-3, 0}, {1000, 5e-3, 2e-3, 0}}}, {}}));
  JobQuestions questions = results.questions(0, results.path() + "/local.json").value();
  for (const char *network : {"", "latency=/2", "latency=1us"})
    CHECK_THAT(questions.forecast({.network = network, .placement = "nodes=2"}).error().text(),
               Contains("between nodes take on the network then is not known") &&
                   Contains("latency=2us"));
  JobQuestion known = {.network = "latency=9ms,bandwidth=1GB/s", .placement = "nodes=2"};
  CHECK(questions.forecast(known).value().time.time_s == Approx(0.089));
  std::vector<std::string> assumes = forecastOf(results, {.network = "local-latency=/2"}).assumes;
  CHECK(std::ranges::count(assumes, results.doubt) == 1);
}

TEST_CASE("results whose messages, or some ranks' of them, are missing are refused") {
  JobResults results;
  for (RunRecord &run : results.manifest.runs)
    if (!run.of_ranks.empty())
      run.of_ranks.back().messages.clear();
  CHECK_THAT(results.questions().error().text(), Contains("rank 1") && Contains("no message file"));
  for (RunRecord &run : results.manifest.runs)
    for (RankRecord &rank : run.of_ranks)
      rank.messages.clear();
  CHECK_THAT(results.questions().error().text(), Contains("not recorded"));
  JobResults lost;
  for (RunRecord &run : lost.manifest.runs)
    if (!run.of_ranks.empty())
      run.of_ranks.pop_back();
  CHECK_THAT(lost.questions().error().text(), Contains("1 of its 2 ranks"));
  JobResults damaged;
  damaged.put("messages.1", "this is no message file");
  CHECK_THAT(damaged.questions().error().text(), Contains("messages.1"));
}

TEST_CASE("options of one process, and options of jobs, each name the other's") {
  JobResults results;
  WhatifOptions options;
  options.schedule = {"a.c:3=static"};
  options.network = "free";
  Result<ForecastReport> refused = jobForecasts(options, results.path(), results.manifest);
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.error().text(), Contains("--schedule") && Contains("--placement"));
  options.schedule.clear();
  options.threads = {4};
  CHECK_THAT(jobForecasts(options, results.path(), results.manifest).error().text(),
             Contains("--threads"));
  CHECK(jobOptionOf(options) == "--network");
  options.threads.clear();
  Result<ForecastReport> answered = jobForecasts(options, results.path(), results.manifest);
  REQUIRE(answered.ok());
  CHECK(answered.value().forecasts.front().time.time_s == Approx(0.075));
}

TEST_CASE("a job's forecast is read as it was written") {
  JobResults results;
  ForecastReport report = reportOf(forecastOf(results, {.network = "local-latency=/2"}));
  results.put("f.json", forecastJson(report));
  Result<ForecastReport> read = readForecast(results.path() + "/f.json");
  INFO((read.ok() ? "" : read.error().text()));
  REQUIRE(read.ok());
  CHECK(forecastJson(read.value()) == forecastJson(report));
}

TEST_CASE("what people read of a job: time, rows before and after, messages, slopes; any width") {
  JobResults results;
  ForecastReport report = reportOf(forecastOf(results, {.network = "local-latency=/2"}));
  std::string text = forecastText(report, {.width = 120});
  CHECK_THAT(text, Contains("network local-latency=/2: 78.0"));
  CHECK_THAT(text, Contains("outside of MPI"));
  CHECK_THAT(text, Contains("MPI: transfer                   6.00 ms      3.00 ms"));
  CHECK_THAT(text, Contains("1 node, 2 ranks. 1 message, 0 of them between nodes; 1 collective."));
  CHECK_THAT(text, Contains("390 us more make the predicted job 1 % longer"));
  for (int width : {60, 120}) {
    std::istringstream lines(forecastText(report, {.width = width}));
    for (std::string line; std::getline(lines, line);)
      CHECK(line.size() <= static_cast<size_t>(width) + 4); // a sign of two bytes
  }
  ForecastReport ranking = results.questions().value().proposals().report;
  ranking.program = "example";
  CHECK(ranking.forecasts.front().options == "--network free");
  CHECK(ranking.forecasts.size() == 3);
  CHECK_THAT(forecastText(ranking, {.width = 80, .is_ranking = true}),
             Contains("on 2 ranks. What it would take"));
}
