// SPDX-License-Identifier: Apache-2.0
#include "driver/results/experiment_of.h"

#include "analyzer/tables/statistics.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/median.h"
#include "base/text.h"
#include "base/utc.h"
#include "driver/results/endings.h"
#include "driver/results/noise.h"
#include "driver/results/rewriting_of.h"
#include "driver/results/run_profiles.h"
#include "driver/results/schedule.h"
#include "driver/results/source_hashes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace tare {
namespace {

Settings settingsOf(const Manifest &manifest) {
  Settings settings{manifest.parameters, {}};
  for (const auto &[name, value] : manifest.environment)
    if (!startsWith(name, "TARE_") && name != "OMP_NUM_THREADS") // each run sets its own
      settings.environment[name] = value;
  return settings;
}

double registerProbe(const Manifest &manifest) {
  std::vector<double> times;
  for (const RunRecord &run : manifest.runs)
    if (run.accepted == "yes" && run.register_probe_s > 0)
      times.push_back(run.register_probe_s);
  return medianOf(std::move(times));
}

/// The work of experimentOf.
class Assembly {
public:
  Assembly(const std::string &folder, const Manifest &manifest, const Approximator &approximate,
           const ProfileReader &read)
      : folder_(folder), manifest_(manifest),
        profiles_(folder, manifest.machine.ticks_per_second, approximate, read) {
    experiment_.program = manifest.program;
    experiment_.same_source = manifest.same_source;
    experiment_.same_ranks = manifest.same_ranks;
    if (isUtc(manifest.started_utc))
      experiment_.started_utc = manifest.started_utc;
    experiment_.machine = manifest.machine;
    experiment_.source_root = manifest.source_root;
    if (!manifest.started_in.empty() && manifest.started_in != manifest.source_root)
      experiment_.foreign_root = manifest.source_root;
    experiment_.warnings = asNotes(manifest.warnings);
    experiment_.settings = settingsOf(manifest);
    experiment_.openmp_runtime = manifest.openmp_runtime;
    experiment_.build = manifest.build;
    experiment_.machine.register_probe_s = registerProbe(manifest);
  }

  Result<Experiment> finish() {
    for (RunSize size : manifest_.sizes())
      TARE_DO(addSize(size));
    if (experiment_.repetitions.empty())
      return Error{"nothing was measured: no instrumented run left a profile", folder_,
                   "measure again; runs/*/stderr has what the programs said"};
    if (experiment_.machine.ticks_per_second <= 0) // T_s and T_p would be nothing
      return Error{"how fast the clock of the runs ticks is not known: neither a window nor a "
                   "profile says it",
                   folder_, "measure again"};
    experiment_.reference = reference();
    addSummaries();
    warnAboutBypass();
    warnAboutNoise();
    if (manifest_.quick)
      warn({.rule = "quick", .figures = {{"serial", experiment_.reference == "serial"}}});
    append(experiment_.warnings, endWarnings(manifest_));
    warnAboutIdling();
    warnAboutSources();
    return std::move(experiment_);
  }

private:
  Result<void> addSize(RunSize size) {
    std::vector<RepetitionRuns> repetitions = repetitionsOf(manifest_, size);
    std::erase_if(repetitions,
                  [](const RepetitionRuns &repetition) { return !repetition.complete; });
    size_t whole = repetitions.size();
    std::erase_if(repetitions, std::not_fn(isMeasured));
    if (size.isOne() && repetitions.empty() && whole) {
      bypassed_ = lacks_table_of_one_ = true;
      return {};
    }
    if (repetitions.empty())
      return addPart(size);
    if (takesAll(repetitions))
      addNoise(size, acceptedAmong(repetitions), repetitions);
    for (const RepetitionRuns &repetition : usedAmong(repetitions))
      TARE_DO(addRepetition(repetition));
    return {};
  }

  void addNoise(RunSize size, size_t accepted, const std::vector<RepetitionRuns> &repetitions) {
    for (auto [name, count] :
         {std::pair("accepted", accepted), std::pair("tuples", repetitions.size())})
      noise_.figures.emplace_back(name, count);
    noise_.figures.emplace_back("size", sizeText(size));
    for (const RepetitionRuns &repetition : repetitions)
      if (!repetition.rejected_because.empty()) {
        noise_reason_ = repetition.rejected_because;
        binding_may_help_ |= mayBindingHelp(repetition.rejected_run);
      }
  }

  void warnAboutNoise() {
    if (noise_.figures.empty())
      return;
    noise_.figures.emplace_back("reason", noise_reason_);
    noise_.figures.emplace_back("unbound", binding_may_help_);
    warn(noise_);
  }

  /// Binding changes nothing for one thread, or for a program without OpenMP.
  bool mayBindingHelp(const RunRecord *run) const {
    static const std::set<std::string> openmp = {role::parallel, role::instrumented, role::null};
    return run && run->threads > 1 && openmp.contains(run->role) &&
           !manifest_.environment.count("OMP_PROC_BIND");
  }

  Result<void> addRepetition(const RepetitionRuns &runs) {
    Repetition repetition;
    repetition.number = runs.repetition;
    repetition.threads = runs.size.threads;
    repetition.ranks = runs.size.ranks;
    repetition.reference = runs.reference;
    repetition.rejected_because = runs.rejected_because;
    for (const RunRecord *run : {runs.serial, runs.ignored, runs.serial_instrumented, runs.one})
      repetition.shared_runs.push_back(run ? run->number : 0);
    if (runs.serial)
      repetition.serial = plain(*runs.serial);
    if (runs.parallel)
      repetition.parallel = plain(*runs.parallel);
    if (runs.plain_one)
      repetition.plain_one = plain(*runs.plain_one);
    if (runs.ignored)
      repetition.ignored = plain(*runs.ignored);
    else if (manifest_.same_source)
      repetition.ignored = repetition.serial;
    repetition.rewriting = rewritingOf(manifest_, runs.size);
    repetition.rewriting_one = rewritingOf(manifest_, runs.reference);
    TARE_TRY(repetition.instrumented, profiles_.of(*runs.instrumented));
    if (runs.one && !leftData(*runs.one))
      takeBypass(*runs.one, repetition);
    for (auto [run, place] :
         {std::pair(runs.one, &repetition.one),
          std::pair(runs.serial_instrumented, &repetition.serial_instrumented)}) {
      if (!run || !leftData(*run))
        continue;
      TARE_TRY(*place, profiles_.of(*run));
    }
    addPilots(repetition);
    experiment_.repetitions.push_back(std::move(repetition));
    return {};
  }

  /// Pilots are optional: a table can do without them.
  void addPilots(Repetition &repetition) {
    repetition.pilot = pilotLike(repetition.instrumented, repetition.threads);
    if (repetition.one)
      repetition.pilot_one = pilotLike(*repetition.one, 1);
  }

  /// The pilot run with a time most like the time of `own`. None: no pilot has so many threads.
  std::optional<InstrumentedRun> pilotLike(const InstrumentedRun &own, int threads) {
    std::optional<InstrumentedRun> nearest;
    auto apart = [&](const InstrumentedRun &run) {
      return std::abs(run.profile->window - own.profile->window);
    };
    for (const RunRecord &run : manifest_.pilots) {
      if (run.threads != threads || run.profile.empty())
        continue;
      Result<InstrumentedRun> read = profiles_.of(run);
      if (!read.ok())
        addOnce(experiment_.warnings,
                {.rule = "pilot-unread",
                 .figures = {{"threads", threads}, {"reason", read.error().text()}}});
      else if (!nearest || apart(read.value()) < apart(*nearest))
        nearest = read.value();
    }
    return nearest;
  }

  /// T_s may be its time, but its work is not known.
  void takeBypass(const RunRecord &one, Repetition &repetition) {
    if (!repetition.serial)
      repetition.serial = repetition.plain_one ? *repetition.plain_one : plain(one);
    bypassed_ = true;
  }

  void warnAboutBypass() {
    if (bypassed_)
      warn({.rule = "bypassed", .figures = {{"no_table", lacks_table_of_one_}}});
  }

  /// No whole repetition: the newest instrumented run with this p that left a profile, and whatever
  /// else succeeded.
  Result<void> addPart(RunSize size) {
    RepetitionRuns part;
    part.size = size;
    part.reference = referenceSize(size, manifest_.same_ranks);
    for (const RunRecord &run : manifest_.runs) {
      if (isProbed(run.role) && !leftData(run))
        continue;
      if (run.role == role::instrumented && run.size() == size)
        part.instrumented = &run; // though it failed
      if (!failed(run) && !std::ranges::count(manifest_.missing_roles, run.role))
        placeRun(run, part);
    }
    if (!part.instrumented)
      return {};
    // Without them T_p is with probes, too, or no work is known of one thread.
    if (manifest_.reference == "serial" || !part.parallel || !part.one)
      part.plain_one = nullptr;
    warnAboutPart(part);
    if (part.serial && !part.one && !manifest_.quick)
      addOnce(experiment_.warnings, {"one-not-measured"});
    return addRepetition(part);
  }

  /// Says from which run each figure comes.
  void warnAboutPart(const RepetitionRuns &part) {
    Note note{.rule = "single-runs", .figures = {{"threads", part.size.threads}}};
    if (part.size.ranks > 0)
      note.figures.emplace_back("size", sizeText(part.size));
    auto add = [&](const char *name, const RunRecord *run, bool is_named = true) {
      if (!run)
        return;
      parts_.insert(run->number);
      if (is_named)
        note.figures.emplace_back(name, run->number);
    };
    add("instrumented", part.instrumented);
    add("parallel", part.parallel);
    add("serial", part.serial);
    add("plain_one", part.plain_one, part.size.threads > 1);
    warn(std::move(note));
  }

  /// The ticks of a process without a window are made from its wall-clock time.
  PlainRun plain(const RunRecord &run) const {
    PlainRun result;
    result.runq_s = run.runq_s;
    result.counts = run.counts;
    result.ticks = run.window_ticks > 0
                       ? run.window_ticks
                       : std::llround(run.wall_s * manifest_.machine.ticks_per_second);
    return result;
  }

  /// Means as tables have them, of each program by itself.
  void addSummaries() {
    std::map<std::pair<std::string, RunSize>, std::vector<double>> windows;
    for (const RunRecord &run : manifest_.runs)
      if (parts_.contains(run.number) || (run.repetition > 0 && !failed(run)))
        windows[{run.role, run.size()}].push_back(windowSeconds(run, manifest_));
    for (auto &[key, seconds] : windows) {
      RunSummary summary;
      summary.role = key.first;
      summary.threads = key.second.threads;
      summary.ranks = key.second.ranks;
      summary.command = lookUp(manifest_.commands, key.first);
      summary.compiler = lookUp(manifest_.compile, key.first);
      summary.count = static_cast<int>(seconds.size());
      summary.wall_s = RepetitionStatistics(seconds).mean(seconds).time_s;
      experiment_.runs.push_back(std::move(summary));
    }
  }

  static std::string lookUp(const std::map<std::string, std::string> &map, const std::string &key) {
    auto found = map.find(key);
    return found == map.end() ? std::string() : found->second;
  }

  /// Time in which nothing is computed does not shrink with threads: a table would call it work.
  /// All times are those of one window. The process begins before it and ends behind it, and what
  /// it waits there for a CPU is in no figure.
  void warnAboutIdling() {
    constexpr double least_share = 0.1, least_s = 0.02;
    const char *reference = manifest_.reference == "serial" ? role::serial : role::instrumented;
    std::vector<double> idle, whole;
    for (const RunRecord &run : manifest_.runs)
      if (run.role == reference && run.threads == 1 && run.window_cpu_s > 0 && !failed(run)) {
        double window_s = windowSeconds(run, manifest_);
        idle.push_back(window_s - run.window_cpu_s - run.runq_s);
        whole.push_back(window_s);
      }
    double idle_s = medianOf(std::move(idle)), whole_s = medianOf(std::move(whole));
    if (idle_s <= least_s || idle_s <= least_share * whole_s)
      return;
    experiment_.idle_s = idle_s;
    Note note{.rule = "idle", .figures = {{"idle", idle_s}, {"whole", whole_s}}};
    if (!manifest_.ranks.empty())
      note.figures.emplace_back("rank", true);
    warn(note);
  }

  void warnAboutSources() {
    if (manifest_.redacted && !isFolder(manifest_.source_root))
      return; // where they are is not told
    Note note{"sources-changed"};
    for (std::string &source : changedSources(manifest_))
      note.figures.emplace_back("file", std::move(source));
    if (!note.figures.empty())
      warn(std::move(note));
  }

  /// Where T_s comes from in every table. Missing runs can make that less than was planned.
  std::string reference() const {
    auto all = [&](auto has) { return std::ranges::all_of(experiment_.repetitions, has); };
    if (manifest_.reference == "none" ||
        all([](const Repetition &t) { return t.serial.has_value(); }))
      return manifest_.reference;
    return all([](const Repetition &t) { return t.one.has_value(); }) ? "omp_1" : "none";
  }

  void warn(Note note) { experiment_.warnings.push_back(std::move(note)); }

  const std::string &folder_;
  const Manifest &manifest_;
  RunProfiles profiles_;
  Experiment experiment_;
  /// For every p with too few accepted repetitions. No figures: all have enough.
  Note noise_{"noisy-machine"};
  std::string noise_reason_;
  bool binding_may_help_ = false;                      // where `noise_reason_` comes from
  bool bypassed_ = false, lacks_table_of_one_ = false; // on one thread it executes no region
  std::set<int> parts_; // numbers of the single runs that tables rest on
};

} // namespace

Result<Experiment> experimentOf(const std::string &folder, Manifest manifest,
                                const Approximator &approximate, const ProfileReader &read) {
  if (manifest.threads.empty())
    return Error{"the manifest asks for no number of threads", folder};
  judgeRuns(manifest);
  return Assembly(folder, manifest, approximate, read).finish();
}

int acceptedByGates(const Manifest &manifest, RunSize size) {
  std::vector<RepetitionRuns> repetitions = repetitionsOf(manifest, size);
  return static_cast<int>(std::ranges::count_if(repetitions, [](const RepetitionRuns &repetition) {
    return repetition.rejected_because.empty();
  }));
}

} // namespace tare
