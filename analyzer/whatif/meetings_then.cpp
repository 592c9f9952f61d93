// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/meetings_then.h"

#include "analyzer/whatif/waiting.h"

#include <algorithm>
#include <cmath>

namespace tare {

double MeetingsThen::cores() const {
  return scenario_.cores > 0 ? scenario_.cores : knowledge_.cores;
}

double MeetingsThen::instancesOfOne() const {
  auto kept = static_cast<double>(teams_.instances().size());
  double skipped = 0;
  for (const ProfileThread &thread : profile_.threads)
    skipped += static_cast<double>(thread.sum(Spent::Skipped).entries);
  return kept > 0 ? 1 + skipped / kept : 1;
}

TeamSetting MeetingsThen::measured() const {
  int threads = static_cast<int>(profile_.threads_asked), cores = static_cast<int>(knowledge_.cores);
  return {threads, is_resized_ ? std::max(threads, cores) : cores, knowledge_.waiting, false};
}

TeamSetting MeetingsThen::now() const {
  TeamSetting setting = measured();
  setting.cores = std::max(static_cast<int>(std::round(cores())), 1);
  if (scenario_.waiting != Waiting::AsMeasured)
    setting.waiting = scenario_.waiting;
  setting.pinned = scenario_.pinned;
  return setting;
}

bool MeetingsThen::isMachineKnown() const {
  return knowledge_.machine && knowledge_.machine->meeting(now(), MeetingKind::Barrier, 1e-6, 0);
}

MeetingsThen::Unknown MeetingsThen::describe(CoresAsked &asked) const {
  bool shares = profile_.threads_asked > asked.cores;
  asked.waiting = waitPolicyOf(profile_.openmp_runtime, scenario_.waiting, shares,
                               profile_.ticks_per_second, knowledge_.wake_s);
  if (isMachineKnown())
    takeMachine(asked);
  else if (shares || scenario_.waiting == Waiting::Passive)
    return takeUsual(asked);
  return {};
}

// As they wait then, and as they waited. Where the machine was not measured as it was then, the run
// says what it took.
void MeetingsThen::takeMachine(CoresAsked &asked) const {
  asked.waiting = {};
  double rate = profile_.ticks_per_second;
  asked.meeting = [machine = knowledge_.machine, then = measured(), now = now(),
                   rate](bool is_region, double longest,
                         double alone) -> std::optional<MeetingCosts> {
    MeetingKind kind = is_region ? MeetingKind::Region : MeetingKind::Barrier;
    std::optional<MachineCost> after = machine->meeting(now, kind, longest / rate, alone);
    if (!after)
      return std::nullopt;
    if (then == now)
      return MeetingCosts();
    MachineCost before =
        machine->meeting(then, kind, longest / rate, alone).value_or(MachineCost());
    return MeetingCosts{before.time_s * rate, after->time_s * rate, after->doubt_s * rate};
  };
}

// A calibration of as many threads on the cores that they had.
double MeetingsThen::calibrated(const char *construct) const {
  bool is_alike = cores() == knowledge_.cores && scenario_.waiting != Waiting::Passive;
  return is_alike && knowledge_.primitive
             ? knowledge_.primitive(construct, static_cast<int>(profile_.threads_asked))
             : 0;
}

MeetingsThen::Unknown MeetingsThen::takeUsual(CoresAsked &asked) const {
  asked.waiting.wake = 0; // it is in these
  asked.barrier_least = calibrated("barrier");
  asked.region_least = calibrated("parallel");
  if (asked.barrier_least > 0 && asked.region_least > 0)
    return {};
  const double usual_s = cores() <= 1 ? 5e-6 : 40e-6; // nobody is woken on another core, or is
  asked.barrier_least = asked.region_least = usual_s * profile_.ticks_per_second;
  double meetings = 0;
  for (const Meeting &meeting : teams_.meetings())
    meetings += meeting.arrivals.size() > 1;
  std::string command = "tare calibrate --machine";
  if (knowledge_.machine)
    command += " --threads " + std::to_string(profile_.threads_asked) + " --cores " +
               std::to_string(now().cores);
  return {meetings * instancesOfOne() * asked.barrier_least,
          "what it takes threads to meet (" + command + " measures it)"};
}

} // namespace tare
