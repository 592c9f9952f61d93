// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/experiment_run.h"

#include "analyzer/launch/launch.h"
#include "base/excerpts.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/pattern.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/results/noise.h"
#include "driver/runs/next_run.h"
#include "driver/runs/srun_mpi.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sys/stat.h>

namespace tare {
namespace {

// A program without its pragmas may take so many times as long as the longest of the others.
constexpr double patience = 20, fewest_patience_s = 10;
// Threads take turns on cores if each waits for at least this share of the time.
constexpr double shared_cores_wait = 0.1;

/// For the line of progress: "parallel program, 2 threads".
std::string label(const PlannedRun &planned) {
  return programTitle(planned.role) + ", " + sizeText(planned.size);
}

std::string stdoutOf(const RunResult &result) { return result.folder + "/stdout"; }

OutputRules rulesOf(const Manifest &manifest) {
  OutputRules rules;
  if (!manifest.check_ignore.empty())
    rules.ignore = patternOf(manifest.check_ignore);
  rules.tolerance = manifest.check_tolerance;
  return rules;
}

/// Of each rank of a job whose output others are compared with.
int fewestThreads(const Manifest &manifest) {
  return manifest.same_ranks || manifest.threads.empty()
             ? 1
             : *std::ranges::min_element(manifest.threads);
}

/// "'41' instead of '42'".
std::string insteadText(const Outputs::Difference &difference) {
  constexpr size_t quoted = 40;
  Excerpts shown = excerptsOf(difference.expected, difference.found, quoted);
  auto quote = [](const std::optional<std::string> &text) {
    return text ? "'" + *text + "'" : "the end";
  };
  return quote(shown.right) + " instead of " + quote(shown.left);
}

/// For two numbers that are so far apart, as a tail of other advice; empty where that is no
/// rounding.
std::string toleranceHint(double relative) {
  constexpr double rounding = 1e-2;
  if (!(relative > 0 && relative < rounding))
    return "";
  char text[96];
  std::snprintf(text, sizeof text, ", --check-tolerance %.0e over numbers that differ by so little",
                std::pow(10, std::ceil(std::log10(relative))));
  return text;
}

} // namespace

ExperimentRun::ExperimentRun(RunSeams seams, RunSetting setting, Manifest manifest,
                             Progress &progress)
    : seams_(std::move(seams)), setting_(std::move(setting)), manifest_(std::move(manifest)),
      progress_(progress),
      outputs_(!setting_.programs.serial.empty(), fewestThreads(manifest_), rulesOf(manifest_)) {
  setting_.same_source = manifest_.same_source;
  for (const RunRecord &run : manifest_.runs) // of an experiment that goes on
    addEarlierOutput(run);
}

/// A file that was cut says nothing of the whole.
void ExperimentRun::addEarlierOutput(const RunRecord &run) {
  char name[32];
  std::snprintf(name, sizeof name, "/runs/%03d/stdout", run.number);
  std::string path = setting_.folder + name;
  struct stat about;
  bool is_whole = ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
                  static_cast<uint64_t>(about.st_size) < kept_output;
  if (manifest_.compare && !failed(run) && is_whole)
    outputs_.add({run.number, run.role, run.size(), path, launchedProgram(run.argv)});
}

ExperimentEnd ExperimentRun::run() {
  manifest_.ended = false;
  const RunLimits limits = limitsOf(manifest_);
  Stop stop;
  for (std::optional<PlannedRun> next = nextRun(manifest_, otherRoles(), limits); next && !stop;
       next = nextRun(manifest_, otherRoles(), limits)) {
    tellOutlook(limits);
    stop = runNext(*next);
    if (isLong(manifest_, limits)) {
      manifest_.runs.front().repetition = 1;
      judgeRuns(manifest_);
    }
  }
  progress_.clear();
  Stop differs = finishOutputs();
  manifest_.ended = !stop && !differs;
  if (Result<void> saved = writeManifest(setting_.folder, manifest_); !saved.ok())
    return stop ? *stop : ExperimentEnd{Ending::cannot_save, saved.error()};
  return stop ? *stop : differs.value_or(ExperimentEnd());
}

/// Once every program was run, it is known what is to come.
void ExperimentRun::tellOutlook(const RunLimits &limits) {
  std::optional<Outlook> outlook = outlookOf(manifest_, otherRoles(), limits);
  if (!outlook)
    return;
  progress_.expect(outlook->runs, outlook->seconds);
  if (told_outlook_ || !outlook->all_known)
    return;
  told_outlook_ = true;
  progress_.phase("tare: " + numberOf(outlook->runs, "more run") + ", about " +
                  minutesText(outlook->seconds) + " min");
}

OtherRoles ExperimentRun::otherRoles() const {
  const Programs &programs = setting_.programs;
  return {
      !programs.serial.empty(), !programs.ignored.empty(), !programs.serial_instrumented.empty(),
      manifest_.same_source,    manifest_.quick,           manifest_.same_ranks};
}

/// Makes a run and saves the manifest. Nothing: the experiment goes on.
ExperimentRun::Stop ExperimentRun::runNext(const PlannedRun &planned) {
  progress_.begin(label(planned), usualSeconds(planned));
  RunResult result = measure(planned);
  keep(result);
  progress_.end();
  if (Result<void> saved = writeManifest(setting_.folder, manifest_); !saved.ok())
    return ExperimentEnd{Ending::cannot_save, saved.error()};
  Stop stop = endingOf(result);
  capFile(result.folder + "/stderr");
  return stop;
}

/// By the runs of the same program with as many threads so far; below 0: not known.
double ExperimentRun::usualSeconds(const PlannedRun &planned) const {
  double sum = 0, count = 0;
  for (const RunRecord &run : manifest_.runs)
    if (run.role == planned.role && run.size() == planned.size) {
      sum += run.wall_s;
      ++count;
    }
  return count > 0 ? sum / count : -1;
}

/// The probe after one run is the probe before the next; the slower of the two counts.
RunResult ExperimentRun::measure(const PlannedRun &planned) {
  if (!last_probe_)
    last_probe_ = seams_.noise.probe();
  ProbeTimes before = *last_probe_;
  int number = static_cast<int>(manifest_.runs.size()) + 1;
  RunResult result = runOnce(seams_, setting_, planned, number);
  last_probe_ = seams_.noise.probe();
  bool without_pragmas = planned.role == role::serial && manifest_.same_source;
  if (setting_.timeout_s <= 0 && !isExtra(planned.role) && !without_pragmas)
    setting_.ignored_timeout_s =
        std::max(setting_.ignored_timeout_s, fewest_patience_s + patience * result.record.wall_s);
  result.record.register_probe_s = std::max(before.register_s, last_probe_->register_s);
  result.record.memory_probe_s = std::max(before.memory_s, last_probe_->memory_s);
  return result;
}

/// Whether this run ends the experiment.
ExperimentRun::Stop ExperimentRun::endingOf(const RunResult &result) {
  bool has_output = manifest_.compare && !result.interrupted && !failed(result.record);
  if (has_output)
    outputs_.add({result.record.number, result.record.role, result.record.size(), stdoutOf(result),
                  launchedProgram(result.record.argv)});
  else
    capFile(stdoutOf(result));
  if (result.interrupted)
    return ExperimentEnd{Ending::interrupted,
                         Error{"interrupted; what was measured so far is kept"},
                         result.interrupted};
  if (isExtra(result.record.role))
    return leaveOutIfBad(result);
  if (failed(result.record))
    return failureOf(result);
  if (result.error && !isBypass(result))
    return ExperimentEnd{Ending::nothing_measured, result.error};
  return checkOutputs();
}

/// On one thread many programs take a way without regions (`if (threads > 1)`). If regions are
/// measured with more threads, the time of one thread is enough.
bool ExperimentRun::isBypass(const RunResult &result) const {
  return result.no_region && result.record.threads == 1 &&
         std::ranges::any_of(manifest_.runs, [](const RunRecord &run) {
           return run.threads > 1 && !run.profile.empty();
         });
}

/// Optional roles: the table does without one that fails. It has fewer places then, and says why.
ExperimentRun::Stop ExperimentRun::leaveOutIfBad(const RunResult &result) {
  std::string why;
  if (failed(result.record))
    why = failureText(result);
  else if (result.error)
    why = programTitle(result.record.role) + ": " + result.error->message;
  if (why.empty())
    return checkOutputs();
  leaveOut(result.record.role, why);
  if (Result<void> saved = writeManifest(setting_.folder, manifest_); !saved.ok())
    return ExperimentEnd{Ending::cannot_save, saved.error()};
  return std::nullopt;
}

/// The end because of a failed run of a role that is needed.
ExperimentEnd ExperimentRun::failureOf(const RunResult &result) {
  if (result.record.exit_status == 127 && result.error)
    return {Ending::program_failed, result.error};
  Error error{failureText(result), {}, "its output is in " + result.folder};
  if (!result.record.of_ranks.empty() && isProbed(result.record.role))
    error.next +=
        "; tare report --notes " + setting_.folder + " has what all ranks had measured until then";
  if (result.record.timed_out) {
    if (result.record.role == role::serial && manifest_.same_source && setting_.timeout_s <= 0)
      error.next = "without its pragmas it may wait for what another thread does: name a serial "
                   "program (--serial), or give it longer (--timeout)";
    return {Ending::timed_out, error};
  }
  const RunRecord &record = result.record;
  bool may_be_right = record.exit_status > 0 && record.exit_status < 126 && !record.signal;
  if (may_be_right && !isProbed(record.role))
    error.next += statusHint(record.exit_status);
  if (record.size().ranks > 1 && isBySrun(record.argv) && !record.signal)
    error.next += "; where the ranks did not find each other (MPI_Init): " + srunAdvice();
  // Is it the program, or is it us? The plain program knows.
  if (result.record.repetition == 0 && result.record.role == role::instrumented) {
    RunResult plain = measure({0, role::parallel, result.record.size()});
    keep(plain);
    error.message += failed(plain.record) ? "; the plain program fails too"
                                          : "; the plain program does not fail";
    if (int status = plain.record.exit_status;
        status == result.record.exit_status && status < 126 && !result.record.signal)
      error.next += statusHint(status);
    if (Result<void> saved = writeManifest(setting_.folder, manifest_); !saved.ok())
      return {Ending::cannot_save, saved.error()};
  }
  return {Ending::program_failed, error};
}

void ExperimentRun::leaveOut(const std::string &role, const std::string &why) {
  addOnce(manifest_.missing_roles, role);
  warnOnce(why + "; the table is made without it");
}

/// --check: a difference ends the experiment, once the reference has run twice: before, nobody
/// knows what varies between its runs. The table does without an optional role that differs.
ExperimentRun::Stop ExperimentRun::checkOutputs() {
  if (!manifest_.check)
    return std::nullopt;
  for (const auto &[run, difference] : outputs_.wrong()) {
    Error error = differenceError(difference, run);
    if (!isExtra(run.output.role))
      return ExperimentEnd{Ending::program_failed, error};
    if (!std::ranges::count(manifest_.missing_roles, run.output.role))
      leaveOut(run.output.role, error.message);
  }
  return std::nullopt;
}

Error ExperimentRun::differenceError(const Outputs::Difference &difference,
                                     const RunOutputs::Judged &run) const {
  std::string text = "output of the " + programWithThreads(difference.role, difference.size());
  std::string other =
      programTitle(difference.expected_role) + "'s" +
      (difference.expected_role == role::serial ? ""
                                                : " with " + sizeText(difference.expectedSize()));
  if (run.status == OutputStatus::OtherOrder)
    text += " has the same lines as the " + other + " in another order, first";
  else
    text += " differs from the " + other;
  if (difference.line > 0)
    text += " in line " + std::to_string(difference.line) + ": " + insteadText(difference);
  return {text, run.output.path,
          "--check-ignore REGEX passes over lines that may differ" +
              toleranceHint(difference.relative)};
}

/// Verdicts go into the manifest. With --check a difference that is found now ends it, too.
ExperimentRun::Stop ExperimentRun::finishOutputs() {
  if (!manifest_.compare) {
    manifest_.outputs.emplace().reason = "--no-compare";
    return std::nullopt;
  }
  manifest_.outputs = outputs_.finish();
  for (const RunOutputs::Judged &judged : outputs_.runs())
    for (RunRecord &run : manifest_.runs)
      if (run.number == judged.output.number)
        run.output = statusName(judged.status);
  return checkOutputs();
}

/// Adds the run to the manifest, with everything that it shows of the machine.
void ExperimentRun::keep(const RunResult &result) {
  learnSources(result);
  manifest_.runs.push_back(result.record);
  manifest_.interrupted = result.interrupted != 0;
  learnMachine(result, manifest_.runs.back());
  learnCores(result);
  learnOpenMP(result);
  for (const std::string &warning : result.warnings)
    warnOnce(warning);
  const RunRecord &record = result.record;
  if (record.window_source == "process" && !failed(record))
    warnOnce("no window in the " + programTitle(record.role) +
             " (statically linked, or left by _exit): its time is the whole process's");
  judgeRuns(manifest_);
}

} // namespace tare
