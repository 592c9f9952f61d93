// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/job_trial.h"

#include "base/quantity.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace tare {
namespace {

using Words = std::vector<std::string>;

/// A time that differs by less is the same one.
constexpr double alike = 1e-6;

size_t nodesIn(const JobPlacement &placement) {
  return std::set(placement.node.begin(), placement.node.end()).size();
}

std::string exactText(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

/// Whether every message takes as long as it did, or longer.
bool isSlower(const NetworkTable &then, const NetworkTable &was) {
  return std::ranges::all_of(was.points, [&](const NetworkPoint &point) {
    auto bytes = static_cast<uint64_t>(point.bytes);
    return then.transfer(bytes) >= (1 - alike) * was.transfer(bytes);
  });
}

/// What the library has to be told: no message takes less than the latency and its bytes.
Result<Words> delaysOf(const JobScenario &scenario) {
  if (scenario.is_free)
    return Error{"messages cannot be made to take no time"};
  if (!scenario.from)
    return Error{"what messages took on the measured network is not known"};
  const NetworkTable &was = scenario.from->local, &then = scenario.to->local;
  if (!isSlower(then, was))
    return Error{"messages can be delayed here, and not made faster"};
  if (then.eager_limit_bytes > was.eager_limit_bytes)
    return Error{"the eager limit of this MPI cannot be raised from outside"};
  double latency_s = then.transfer(0);
  double most = then.points.empty() ? 0 : then.points.back().bytes;
  Words words = {"TARE_MPI_LATENCY_US=" + exactText(1e6 * latency_s)};
  if (most > 0 && then.transfer(static_cast<uint64_t>(most)) > latency_s)
    words.push_back(
        "TARE_MPI_BANDWIDTH_MB_S=" +
        exactText(most / 1e6 / (then.transfer(static_cast<uint64_t>(most)) - latency_s)));
  if (then.eager_limit_bytes < was.eager_limit_bytes)
    words.push_back("TARE_MPI_EAGER_BYTES=" + exactText(then.eager_limit_bytes));
  return words;
}

Result<void> canHaveCores(double asked, int cores) {
  if (asked != std::floor(asked))
    return Error{"a part of a core cannot be given"};
  if (asked > cores)
    return Error{"there are " + numberOf(cores, "core") + " here, not " + ratioText(asked)};
  return {};
}

} // namespace

Result<JobTrial> jobTrial(const Job &job, const JobQuestion &question, const JobScenario &scenario,
                          int cores) {
  JobTrial trial;
  Words settings;
  if (!question.receives.empty() && scenario.blind != BlindOrder::AsMeasured)
    return Error{"which message a receive gets cannot be chosen when the job runs"};
  if (nodesIn(scenario.was) > 1 || nodesIn(scenario.then) > 1)
    return Error{"it needs several nodes, and jobs are verified on one"};
  if (!question.network.empty()) {
    TARE_TRY(settings, delaysOf(scenario));
    trial.delays_messages = true;
  }
  if (!question.waiting_ranks.empty()) {
    if (job.library.find("Open MPI") == std::string::npos)
      return Error{"only Open MPI has a setting for what waiting ranks do"};
    settings.push_back(std::string("OMPI_MCA_mpi_yield_when_idle=") +
                       (scenario.waits == RankWaits::Leaves ? "1" : "0"));
  }
  if (!settings.empty()) {
    trial.words.push_back("env");
    trial.words.insert(trial.words.end(), settings.begin(), settings.end());
  }
  if (question.cores > 0) {
    TARE_DO(canHaveCores(question.cores, cores));
    trial.words.insert(trial.words.end(),
                       {"taskset", "-c", firstCores(static_cast<int>(question.cores))});
  }
  return trial;
}

} // namespace tare
