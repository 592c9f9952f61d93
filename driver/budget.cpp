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

void tell(const PilotReport &pilot, double budget) {
  std::fprintf(
      stderr,
      "pilot run: all probes would take %.2g %% of the threads' time; the budget is %.4g %%\n",
      100 * pilot.cost, 100 * budget);
  for (const LeftOutNode &node : pilot.left_out)
    std::fprintf(stderr, "  left out: %s, %s\n", printable(node.id).c_str(), node.reason.c_str());
}

Result<std::string> writtenPlan(const std::string &folder,
                                const std::vector<LeftOutNode> &left_out) {
  std::string path = absolutePath(folder) + "/plan.txt";
  Result<std::string> text = writePlan(left_out);
  if (!text.ok())
    return text.error();
  if (Result<void> written = writeFileAtomic(path, text.value(), 0600); !written.ok())
    return written.error();
  return path;
}

} // namespace

std::optional<PilotFlight> pilotOf(const std::string &folder, const Programs &programs,
                                   const ExperimentOptions &options, int &status) {
  SystemProcessRunner processes;
  SystemNoiseMeter noise;
  PilotFlight pilot = flyPilot({processes, noise}, settingOf(folder, programs, options),
                               options.threads, options.budget, machineCalibrator(options.quiet));
  if (pilot.end.error)
    complain(*pilot.end.error);
  if (pilot.end.ending != Ending::complete) {
    status = statusOf(pilot.end);
    if (pilot.end.ending == Ending::interrupted)
      removeTree(folder); // there is nothing in it to be looked at
    return std::nullopt;
  }
  if (!options.quiet)
    tell(pilot.report, options.budget);
  return pilot;
}

Result<BuiltPrograms> buildToPlan(ProcessRunner &processes, BuildRequest &request,
                                  const std::string &folder,
                                  const std::vector<LeftOutNode> &left_out) {
  Result<std::string> plan = writtenPlan(folder, left_out);
  if (!plan.ok())
    return plan.error();
  request.plan = plan.value();
  return rebuildProbed(processes, request);
}

Result<std::vector<RunRecord>> pilotsIn(const std::string &results) {
  Result<Manifest> earlier = readManifest(results);
  if (!earlier.ok())
    return earlier.error();
  if (earlier.value().pilots.empty())
    return Error{"these results have no pilot run that left something out", results,
                 "first weigh the program with all probes by `tare run --budget`, then build it "
                 "with the plan that is in those results"};
  return earlier.value().pilots;
}

Result<void> adoptPilots(const std::string &results, std::vector<RunRecord> pilots,
                         const std::string &folder, Manifest &manifest) {
  std::string own = folder + "/pilot";
  removeTree(own);
  if (Result<void> copied = copyTree(results + "/pilot", own); !copied.ok())
    return copied;
  manifest.pilots = std::move(pilots);
  return {};
}

Result<void> leavePlan(const std::string &folder, const std::vector<LeftOutNode> &left_out,
                       Manifest &manifest) {
  Result<std::string> plan = writtenPlan(folder, left_out);
  if (!plan.ok())
    return plan.error();
  manifest.warnings.push_back("the budget cannot be held while the program runs: build the "
                              "instrumented program again with `tare cc --plan " +
                              plan.value() +
                              " COMPILER ...`, which leaves out what is too dear, "
                              "and weigh that by `tare run --pilot-from " +
                              folder + " ...`, so that the table tells of it all the same");
  complain({"warning: " + manifest.warnings.back()});
  return {};
}

} // namespace tare
