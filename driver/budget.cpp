// SPDX-License-Identifier: Apache-2.0
#include "driver/budget.h"

#include "base/files.h"
#include "base/text.h"
#include "driver/calibrator.h"
#include "driver/verbs.h"
#include "driver/weigh.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace tare {
namespace {

/// The report of a pilot, on stderr.
void tell(const PilotReport &pilot, double budget) {
  std::fprintf(
      stderr,
      "pilot run: all probes would take %.2g %% of the threads' time; the budget is %.4g %%\n",
      100 * pilot.cost, 100 * budget);
  for (const UnprobedNode &node : pilot.unprobed)
    std::fprintf(stderr, "  gets no probes: %s, %s\n", printable(node.id).c_str(),
                 node.reason.c_str());
}

} // namespace

Result<std::string> planIn(const std::string &folder, const std::vector<UnprobedNode> &unprobed) {
  std::string path = absolutePath(folder) + "/plan.txt";
  TARE_TRY(std::string text, writePlan(unprobed));
  TARE_DO(writeFileAtomic(path, text, 0600));
  return path;
}

Result<PilotReport> runPilots(const std::string &folder, const Programs &programs,
                              const ExperimentOptions &options, Manifest &manifest) {
  SystemProcessRunner processes;
  SystemNoiseMeter noise;
  PilotFlight flight =
      flyPilot({processes, noise}, settingOf(folder, programs, options), options.threads,
               options.budget, machineCalibrator({.quiet = options.quiet, .quick = options.quick}));
  if (flight.end.ending == Ending::interrupted)
    removeTree(folder); // there is nothing in it to be looked at
  TARE_DO(completed(flight.end));
  if (!options.quiet)
    tell(flight.report, options.budget);
  manifest.probed_environment = flight.report.environment;
  if (!flight.report.unprobed.empty())
    manifest.pilots = flight.runs;
  return flight.report;
}

Result<BuiltPrograms> buildToPlan(ProcessRunner &processes, BuildRequest &request,
                                  const std::string &folder,
                                  const std::vector<UnprobedNode> &unprobed) {
  TARE_TRY(request.plan, planIn(folder, unprobed));
  return rebuildProbed(processes, request);
}

Result<std::vector<RunRecord>> pilotsIn(const std::string &results) {
  TARE_TRY(Manifest earlier, readManifest(results));
  if (earlier.pilots.empty())
    return Error{"these results have no pilot run that left something out", results,
                 "first measure the program with all probes by `tare run --budget`, then build it "
                 "with the plan that is in those results"};
  return earlier.pilots;
}

Result<void> adoptPilots(const std::string &results, std::vector<RunRecord> pilots,
                         const std::string &folder, Manifest &manifest) {
  std::string own = folder + "/pilot";
  removeTree(own);
  TARE_DO(copyTree(results + "/pilot", own));
  manifest.pilots = std::move(pilots);
  return {};
}

Result<void> leavePlan(const std::string &folder, const std::vector<UnprobedNode> &unprobed,
                       Manifest &manifest) {
  TARE_TRY(std::string plan, planIn(folder, unprobed));
  manifest.warnings.push_back("the budget cannot be kept while the program runs: build the "
                              "instrumented program again with `tare cc --plan " +
                              plan +
                              " COMPILER ...`, without the probes that cost too much. Then measure "
                              "it with `tare run --pilot-from " +
                              folder + " ...`: the pilot runs stand for constructs without probes");
  complain({"warning: " + manifest.warnings.back()});
  return {};
}

} // namespace tare
