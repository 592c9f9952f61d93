// SPDX-License-Identifier: Apache-2.0
#include "driver/results/timeline_of.h"

#include "analyzer/ledger/roles.h"
#include "analyzer/timeline/job_timeline.h"
#include "analyzer/timeline/make_timeline.h"
#include "analyzer/timeline/timeline_json.h"
#include "base/files.h"
#include "driver/results/redaction.h"
#include "driver/results/run_messages.h"

#include <algorithm>

namespace tare {
namespace {

/// The rule of advisedTable (analyzer/report).
RunSize advisedSize(const Experiment &experiment) {
  RunSize best, most;
  for (const Repetition &repetition : experiment.repetitions) {
    most = std::max(most, repetition.size());
    if (repetition.threads <= experiment.machine.cores)
      best = std::max(best, repetition.size());
  }
  return best.threads > 1 ? best : most;
}

/// Of one size, by the time of the run with probes.
std::vector<const Repetition *> repetitionsBySpan(const Experiment &experiment, RunSize size) {
  std::vector<const Repetition *> repetitions;
  for (const Repetition &repetition : experiment.repetitions)
    if (repetition.size() == size && repetition.instrumented.profile)
      repetitions.push_back(&repetition);
  std::ranges::stable_sort(repetitions, {}, [](const Repetition *repetition) {
    return repetition->instrumented.profile->window;
  });
  return repetitions;
}

/// Null: it is not known which one.
const RunRecord *runOf(const Repetition &repetition, const Manifest &manifest) {
  for (const RunRecord &run : manifest.runs)
    if (run.role == role::instrumented && run.repetition == repetition.number &&
        run.size() == repetition.size())
      return &run;
  return nullptr;
}

/// Nodes of a job are named nowhere else.
void hideHosts(Timeline &timeline) {
  if (timeline.job)
    for (TimelineRank &rank : timeline.job->ranks)
      rank.host.clear();
}

/// Who waited for whom among its ranks.
void addJob(const std::string &folder, const RunRecord &record, const InstrumentedRun &run,
            Timeline &timeline) {
  Result<std::optional<Job>> job = jobOfRun(folder, record);
  if (!job.ok() || !job.value()) // the table has told already why not
    return;
  std::map<int, const Profile *> profiles;
  forEachRank(run, [&](const InstrumentedRun &rank) { profiles[rank.rank] = rank.profile.get(); });
  addJobTimeline(*job.value(), profiles, timeline);
}

} // namespace

Timeline timelineOf(const std::string &folder, const Experiment &experiment,
                    const Manifest &manifest) {
  Timeline timeline;
  RunSize size = advisedSize(experiment);
  std::vector<const Repetition *> repetitions = repetitionsBySpan(experiment, size);
  if (!repetitions.empty()) {
    const Repetition *repetition = repetitions[(repetitions.size() - 1) / 2];
    const InstrumentedRun &run = repetition->instrumented;
    timeline = makeTimeline(*run.profile, *teamsOf(run));
    const RunRecord *record = runOf(*repetition, manifest);
    timeline.run = record ? record->number : 0;
    timeline.repetition = repetition->number;
    timeline.repetitions = static_cast<int>(repetitions.size());
    timeline.without_probes = run.measured_window > 0;
    if (size.ranks > 0)
      timeline.rank = run.rank;
    if (size.ranks > 1 && record)
      addJob(folder, *record, run, timeline);
  } else {
    timeline.reason = "there is no run with probes";
  }
  timeline.program = experiment.program;
  timeline.threads = size.threads;
  timeline.ranks = size.ranks;
  return timeline;
}

Result<void> writeTimeline(const std::string &folder, const Experiment &experiment,
                           const Manifest &manifest) {
  Timeline timeline = timelineOf(folder, experiment, manifest);
  if (manifest.redacted)
    hideHosts(timeline);
  std::string text = timelineJson(timeline);
  if (manifest.redacted)
    text = Redaction(manifest.machine.host).names(text);
  return writeFileAtomic(folder + "/" + timeline_file, text, 0600);
}

Result<std::optional<Timeline>> keptTimeline(const std::string &folder, bool redact) {
  std::string path = folder + "/" + timeline_file;
  if (!fileExists(path))
    return std::optional<Timeline>();
  TARE_TRY(Timeline timeline, readTimelineFile(path));
  if (!redact)
    return std::optional(std::move(timeline));
  Result<Manifest> manifest = readManifest(folder);
  hideHosts(timeline);
  Redaction hidden(manifest.ok() ? manifest.value().machine.host : "");
  TARE_TRY(Timeline shown, readTimeline(hidden.names(timelineJson(timeline))));
  return std::optional(std::move(shown));
}

} // namespace tare
