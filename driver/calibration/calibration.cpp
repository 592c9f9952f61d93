// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/calibration.h"

#include "analyzer/profile/find.h"
#include "base/file_lock.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "base/utc.h"
#include "driver/calibration/key.h"
#include "driver/calibration/settle.h"

namespace tare {
namespace {

/// How much is made of a calibration.
struct Effort {
  size_t pairs_a_round;
  int rounds;        // the first, and more while the pairs disagree
  double patience_s; // no pair is begun after that, beyond the fewest
  const char *words;
};
constexpr Effort full_effort{7, 4, 18, "up to 20 s, once"};
/// Six pairs are the fewest of which likelyInterval() asks no more than their order. A quick answer
/// is to be there after 30 s: each of two calibrations, and the programs, have a third of that.
constexpr Effort quick_effort{6, 1, 8, "up to 10 s, for a quick look"};
constexpr size_t fewest_pairs = 3;
constexpr double loaded = 0.02; // share of time in which others had the CPUs
constexpr double timeout_s = 120;
constexpr int64_t doubted_for_s = 3600;
constexpr const char *all_runtimes[] = {"libgomp", "libomp"};

ScalePrograms programsFor(const std::string &prefix, const std::string &openmp_runtime) {
  std::string plain = prefix + "/libexec/tare/tare-scale-" + openmp_runtime;
  return {plain, plain + "-probed"};
}

bool areThere(const ScalePrograms &programs) {
  return fileExists(programs.plain) && fileExists(programs.probed);
}

/// ": <last line>", or nothing.
std::string lastLineOf(const std::string &path) {
  Result<std::string> text = readFile(path, 1 << 20);
  if (!text.ok())
    return {};
  std::string last = printable(splitText(trimText(text.value()), '\n').back());
  return last.empty() ? last : ": " + last;
}

std::string howItEnded(const Outcome &outcome) {
  if (outcome.interrupted)
    return "was interrupted";
  if (outcome.timed_out)
    return "did not end in time";
  if (outcome.signal)
    return "was ended by signal " + std::to_string(outcome.signal);
  return "ended with status " + std::to_string(outcome.exit_status);
}

/// Runs of the programs, each in a folder of its own below `folder` until the next one.
class Runs {
public:
  Runs(const CalibrationSeams &seams, std::string folder, int threads)
      : seams_(seams), folder_(std::move(folder)), last_(folder_ + "/0"), threads_(threads) {}

  Result<ScaleOutput> run(const std::vector<std::string> &argv) {
    removeTree(last_); // profiles are large
    last_ = folder_ + "/" + std::to_string(++count_);
    TARE_DO(makeFolder(last_, 0700));
    TARE_TRY(Outcome outcome, seams_.processes.run(command(argv)));
    spent_s_ += outcome.wall_s;
    if (outcome.exit_status != 0 || outcome.interrupted)
      return Error{"the calibration program " + howItEnded(outcome) + lastLineOf(last_ + "/stderr"),
                   argv.front()};
    return readOutput(argv.front());
  }

  /// Wall-clock time of all runs.
  double spentSeconds() const { return spent_s_; }

  /// The profile of the last run. Error: it left none, or several.
  Result<Profile> profile() const {
    std::vector<std::string> paths = findProfiles(last_);
    if (paths.size() != 1)
      return Error{"the calibration program left " + std::to_string(paths.size()) + " profiles" +
                   lastLineOf(last_ + "/stderr")};
    return seams_.read_profile(paths.front());
  }

private:
  Command command(const std::vector<std::string> &argv) const {
    Command command;
    command.argv = argv;
    command.environment = {{"TARE_OUTPUT_DIR", last_},
                           {"OMP_NUM_THREADS", std::to_string(threads_)},
                           {"OMP_DYNAMIC", "false"},
                           {"OMP_PROC_BIND", procBind()}};
    command.unset = {"TARE_ENABLE", "TARE_LOG_MIB", "TARE_BUDGET"};
    command.standard_input = "/dev/null";
    command.standard_output = last_ + "/stdout";
    command.standard_error = last_ + "/stderr";
    command.timeout_s = timeout_s;
    return command;
  }

  Result<ScaleOutput> readOutput(const std::string &program) const {
    TARE_TRY(std::string text, readFile(last_ + "/stdout", 1 << 20));
    TARE_TRY(ScaleOutput output, placedAt(program, readScaleOutput(text)));
    if (output.threads != threads_)
      return Error{"its teams have " + std::to_string(output.threads) + " of " +
                       numberOf(threads_, "thread"),
                   program, "does OMP_THREAD_LIMIT allow no more?"};
    return output;
  }

  const CalibrationSeams &seams_;
  std::string folder_, last_;
  int threads_, count_ = 0;
  double spent_s_ = 0;
};

class Calibration {
public:
  Calibration(const CalibrationSeams &seams, const std::string &openmp_runtime, int threads,
              const std::string &folder)
      : seams_(seams), openmp_runtime_(openmp_runtime), threads_(threads),
        programs_(programsFor(seams.prefix, openmp_runtime)), runs_(seams, folder, threads),
        effort_(seams.quick ? quick_effort : full_effort) {}

  Result<Calibrated> find(bool again) {
    TARE_TRY(ScaleOutput about, runs_.run({programs_.plain, "identify"}));
    StoredCalibration &calibration = result_.calibration;
    calibration.key =
        calibrationKey(seams_.prefix, programs_, openmp_runtime_, about.runtime, threads_);
    if (!seams_.folder.empty())
      result_.path = calibrationPath(seams_.folder, calibration.key);
    readEarlier();
    if (!again && isKept())
      return told();
    if (seams_.kept_only)
      return Error{"none are kept, and the experiment was ended"};
    // Two at a time would disturb each other, and the other one may measure what is wanted here.
    bool has_store = !result_.path.empty() && makeFolder(seams_.folder, 0700).ok();
    FileLock alone(seams_.folder);
    if (has_store && !alone.tryTake()) {
      say("waiting for another calibration on this machine");
      alone.take();
      readEarlier();
      if (!again && isKept())
        return told();
    }
    TARE_DO(measure());
    keep();
    return told();
  }

private:
  /// The result, with a word on costs of few pairs.
  Calibrated told() {
    const StoredCalibration &calibration = result_.calibration;
    if (calibration.quick)
      result_.warnings.push_back(
          ofSetting() + ": from " + std::to_string(calibration.costs.pairs) +
          " pairs of runs for a quick look, so their range is wider; without --quick they are "
          "measured again");
    return result_;
  }

  void readEarlier() {
    if (result_.path.empty())
      return;
    auto kept = findCalibration(result_.path, result_.calibration.key);
    if (kept.ok())
      earlier_ = std::move(kept).value();
    else
      result_.warnings.push_back(kept.error().text() + "; measured again");
  }

  bool isKept() {
    if (!earlier_ || (isStale(*earlier_) && !seams_.kept_only))
      return false;
    result_.calibration = *earlier_;
    return result_.from_store = true;
  }

  /// Those of a quick look are for quick looks alone, and few pairs tell no more than many.
  ///
  /// Other costs that are to be doubted are measured again when they are wanted after an hour: the
  /// machine may be quiet then. If it never is, that takes 20 s of an hour and not of each
  /// experiment.
  bool isStale(const StoredCalibration &kept) const {
    if (kept.quick != seams_.quick)
      return kept.quick;
    if (kept.warnings.empty() && unsettledText(kept.costs).empty())
      return false;
    auto then = secondsOfUtc(kept.tried_utc.empty() ? kept.measured_utc : kept.tried_utc);
    auto now = secondsOfUtc(seams_.utc);
    return !then || !now || *now < *then || *now - *then >= doubted_for_s;
  }

  /// Whether other programs had the CPUs. What the host of a virtual machine takes is the machine's
  /// own, and will be so next time.
  bool wasLoaded() const {
    std::vector<double> others;
    for (const PairExcess &pair : pairs_)
      others.push_back(pair.waited.value_or(pair.interrupted));
    return !others.empty() && median(std::move(others)) > loaded;
  }

  /// What was measured beside others is kept with a warning, but not in the place of costs that
  /// were measured alone, unless these are those of a quick look.
  void keep() {
    StoredCalibration &calibration = result_.calibration;
    calibration.beside_others = wasLoaded();
    bool has_better = earlier_ && !earlier_->beside_others && earlier_->quick == seams_.quick;
    if (calibration.beside_others && has_better) {
      result_.warnings.push_back(besideOthersText() + "; the costs of " + earlier_->measured_utc +
                                 " stay");
      calibration = *earlier_;
      calibration.tried_utc = seams_.utc;
      result_.from_store = true;
    } else if (calibration.beside_others) {
      calibration.warnings.push_back(besideOthersText() +
                                     "; they are measured again when they are an hour old, or by "
                                     "`tare calibrate --again` on an idle machine");
    }
    if (result_.path.empty()) {
      result_.warnings.push_back("there is no HOME: this calibration is not kept");
      return;
    }
    if (Result<void> kept = keepCalibration(result_.path, result_.calibration); !kept.ok()) {
      result_.warnings.push_back("this calibration is not kept: " + kept.error().text());
      result_.path.clear();
    }
  }

  std::string ofSetting() const {
    return "probe costs on " + openmp_runtime_ + ", p = " + std::to_string(threads_);
  }

  std::string besideOthersText() const {
    return ofSetting() + ": other programs used the CPUs while they were measured";
  }

  Result<void> measure() {
    Settled settled;
    for (int round = 0; round < effort_.rounds && hasPatience(); ++round) {
      if (round == 0)
        say("tare: measuring what probes cost on this machine (" + openmp_runtime_ + ", " +
            numberOf(threads_, "thread") + "): " + effort_.words);
      for (size_t i = 0; i < effort_.pairs_a_round && hasPatience(); ++i)
        TARE_DO(addPair());
      settled = settle(withLeastCells(pairs_), ticks_per_second_,
                       seams_.quick ? MorePairs::none : MorePairs::follow);
      if (unsettledText(settled.costs).empty())
        break;
    }
    take(std::move(settled));
    return {};
  }

  bool hasPatience() const {
    return pairs_.size() < fewest_pairs || runs_.spentSeconds() < effort_.patience_s;
  }

  void say(const std::string &line) const {
    if (seams_.say)
      seams_.say(line);
  }

  struct Probed {
    ScaleOutput output;
    Profile profile;
  };

  Result<ScaleOutput> runPlain() { return runs_.run({programs_.plain}); }

  Result<Probed> runProbed() {
    TARE_TRY(ScaleOutput output, runs_.run({programs_.probed}));
    TARE_TRY(Profile profile, placedAt(programs_.probed, runs_.profile()));
    if (profile.openmp_runtime != openmp_runtime_)
      return Error{"it runs on " + profile.openmp_runtime + ", not on " + openmp_runtime_,
                   programs_.probed};
    return Probed{std::move(output), std::move(profile)};
  }

  /// Every other pair the other way round: a drift of the machine is in both programs alike.
  Result<void> addPair() {
    if (pairs_.size() % 2 == 0) {
      TARE_TRY(ScaleOutput plain, runPlain());
      TARE_TRY(Probed probed, runProbed());
      return addPair(plain, probed);
    }
    TARE_TRY(Probed probed, runProbed());
    TARE_TRY(ScaleOutput plain, runPlain());
    return addPair(plain, probed);
  }

  Result<void> addPair(const ScaleOutput &plain, const Probed &probed) {
    TARE_TRY(PairExcess excess,
             placedAt(programs_.probed, excessOf(plain, probed.output, probed.profile)));
    pairs_.push_back(std::move(excess));
    ticks_per_second_ = probed.profile.ticks_per_second;
    return {};
  }

  void take(Settled settled) {
    StoredCalibration &calibration = result_.calibration;
    calibration.costs = settled.costs;
    calibration.costs.openmp_runtime = openmp_runtime_;
    calibration.costs.threads = threads_;
    calibration.measured_utc = seams_.utc;
    calibration.quick = seams_.quick;
    const std::string of = ofSetting();
    if (pairs_.size() < effort_.pairs_a_round)
      calibration.warnings.push_back(
          of + ": of " + std::to_string(pairs_.size()) +
          " pairs of runs only, because they took too long: the machine is "
          "busy with other work");
    if (settled.clamped)
      calibration.remarks.push_back(of + ": " + std::to_string(settled.clamped) + " of " +
                                    std::to_string(6 * cost_kinds) +
                                    " figures came out below zero and count as 0");
  }

  const CalibrationSeams &seams_;
  std::string openmp_runtime_;
  int threads_;
  ScalePrograms programs_;
  Runs runs_;
  Effort effort_;
  std::vector<PairExcess> pairs_;
  double ticks_per_second_ = 0;
  std::optional<StoredCalibration> earlier_; // of the same key
  Calibrated result_;
};

} // namespace

std::vector<std::string> calibratedRuntimes(const std::string &prefix) {
  std::vector<std::string> found;
  for (const char *runtime : all_runtimes)
    if (areThere(programsFor(prefix, runtime)))
      found.push_back(runtime);
  return found;
}

Result<Calibrated> probeCosts(const CalibrationSeams &seams, const std::string &openmp_runtime,
                              int threads, bool again) {
  if (!areThere(programsFor(seams.prefix, openmp_runtime)))
    return Error{"this installation has no calibration program for " + openmp_runtime, seams.prefix,
                 "Tare builds it where a compiler for that runtime is installed (gcc, clang-19)"};
  TARE_TRY(std::string made, makeTemporaryFolder("tare-scale-"));
  TemporaryFolder folder(made);
  return Calibration(seams, openmp_runtime, threads, folder.path()).find(again);
}

} // namespace tare
