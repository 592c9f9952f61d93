// SPDX-License-Identifier: Apache-2.0
#include "driver/earlier_runs.h"

#include "analyzer/profile/find.h"
#include "analyzer/teams/teams.h"
#include "analyzer/thinning/expanded.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/results/noise.h"
#include "driver/results/schedule.h"
#include "driver/runs/machine.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace tare {
namespace {

using Key = std::pair<std::string, int>; // role and threads

using Runs = std::set<const RunRecord *>;

/// The runs that the tables of an experiment use.
Runs runsOfTables(const Manifest &manifest) {
  Runs used;
  std::set<RunSize> sizes;
  for (const RunRecord &run : manifest.runs)
    if (run.role == role::instrumented)
      sizes.insert(run.size());
  for (RunSize size : sizes) {
    std::vector<RepetitionRuns> repetitions = repetitionsOf(manifest, size);
    std::erase_if(repetitions, std::not_fn(isMeasured));
    for (const RepetitionRuns &r : usedAmong(std::move(repetitions)))
      used.insert({r.serial, r.serial_instrumented, r.parallel, r.one, r.instrumented});
  }
  return used;
}

/// One program with one number of threads while its runs are read: times are sums.
struct ReadRuns {
  EarlierRuns sums;
  std::vector<std::vector<Frequency>> frequencies; // one list a run
};

/// Collects runs by program and number of threads.
class Reading {
public:
  Reading(std::string folder, const ProfileReader &read) : read_(read) {
    results_.folder = std::move(folder);
  }

  /// A null key: the profile itself has role and threads.
  void add(const std::string &path, const Key *key) {
    Result<Profile> read = read_(path);
    if (!read.ok()) {
      unreadable_ = read.error();
      warn("a run does not count: " + read.error().text());
      return;
    }
    const Profile &profile = read.value();
    Key own{profile.of_serial_program ? role::serial_instrumented : role::instrumented,
            profile.of_serial_program ? 1 : static_cast<int>(profile.threads_asked)};
    if (profile.cut_off)
      warn("a run was cut off: only the part before that was counted");
    if (uint64_t skipped = skippedIn(profile))
      warn("a budget skipped " + std::to_string(skipped) +
           " instances of regions in a run: their contents are taken from measured instances");
    if (own.second > 0)
      take(skipsInstances(profile) ? expanded(profile, Teams(profile)).profile : profile,
           known_[key ? *key : own]);
  }

  void warn(const std::string &warning) { addOnce(results_.warnings, warning); }

  /// Without a manifest `of_tables` is empty. Error: nothing was added.
  Result<EarlierResults> finish(const Manifest *manifest, const Runs &of_tables) {
    if (known_.empty())
      return unreadable_.value_or(
          Error{"no instrumented run left a profile here", results_.folder,
                "give the folder that `tare overheads` or `tare run` named"});
    for (auto &[key, read] : known_)
      results_.programs.push_back(meanOf(key, std::move(read), manifest, of_tables));
    return std::move(results_);
  }

private:
  /// Instances that a budget skipped.
  static uint64_t skippedIn(const Profile &profile) {
    uint64_t instances = 0;
    for (const ProfileThread &thread : profile.threads)
      instances += thread.sum(Spent::Skipped).entries;
    return instances;
  }

  /// Adds one run to the sums.
  static void take(const Profile &profile, ReadRuns &read) {
    read.frequencies.push_back(countedFrequencies(profile));
    EarlierRuns &sums = read.sums;
    ++sums.runs;
    sums.openmp_runtime = profile.openmp_runtime;
    sums.cores_allowed = static_cast<int>(profile.cores_allowed);
    sums.time_s += static_cast<double>(profile.window) / profile.ticks_per_second;
    sums.set_up_s += setUpTicks(profile) / profile.ticks_per_second;
    for (const ProfileModule &module : profile.modules)
      for (const Node &node : module.tree.nodes)
        sums.known.insert(node.id.text());
  }

  /// Turns sums into means. The plain program's time replaces the instrumented one's if it is
  /// known.
  static EarlierRuns meanOf(const Key &key, ReadRuns read, const Manifest *manifest,
                            const Runs &of_tables) {
    EarlierRuns mean = std::move(read.sums);
    std::tie(mean.role, mean.threads) = key;
    mean.frequencies = meanFrequencies(read.frequencies);
    mean.set_up_s /= mean.runs;
    double plain_s = manifest ? plainSeconds(*manifest, key, of_tables) : 0;
    mean.is_plain = plain_s > 0;
    mean.time_s = mean.is_plain ? plain_s : mean.time_s / mean.runs;
    return mean;
  }

  /// The mean window of the plain program, of runs that the tables use if there are any.
  static double plainSeconds(const Manifest &manifest, const Key &key, const Runs &of_tables) {
    const char *plain = key.first == role::instrumented ? role::parallel : role::serial;
    for (bool is_used : {true, false}) {
      double sum = 0;
      int count = 0;
      for (const RunRecord &run : manifest.runs) {
        bool same = run.role == plain && (plain == role::serial || run.threads == key.second);
        if (!same || failed(run) || (is_used && !of_tables.contains(&run)))
          continue;
        sum += windowSeconds(run, manifest);
        ++count;
      }
      if (count > 0)
        return sum / count;
    }
    return 0;
  }

  const ProfileReader &read_;
  EarlierResults results_;
  std::map<Key, ReadRuns> known_;
  std::optional<Error> unreadable_;
};

/// The runs of these that count: what the tables use, else runs that ended well, else all.
std::vector<const RunRecord *> runsThatCount(const std::vector<const RunRecord *> &runs,
                                             const Runs &of_tables) {
  std::vector<const RunRecord *> chosen;
  auto choose = [&](auto counts) {
    if (chosen.empty())
      std::ranges::copy_if(runs, std::back_inserter(chosen), counts);
  };
  choose([&](const RunRecord *run) { return of_tables.contains(run); });
  choose([](const RunRecord *run) { return !failed(*run) && run->repetition > 0; });
  choose([](const RunRecord *) { return true; });
  return chosen;
}

/// The runs that a manifest names.
Result<EarlierResults> ofExperiment(const std::string &folder, const ProfileReader &read) {
  TARE_TRY(Manifest manifest, readManifest(folder));
  judgeRuns(manifest);
  std::map<Key, std::vector<const RunRecord *>> by_key;
  for (const RunRecord &run : manifest.runs)
    if (isProbed(run.role) && !run.profile.empty())
      by_key[{run.role, run.role == role::instrumented ? run.threads : 1}].push_back(&run);
  const Runs of_tables = runsOfTables(manifest);
  Reading reading(folder, read);
  for (const auto &[key, runs] : by_key)
    for (const RunRecord *run : runsThatCount(runs, of_tables)) {
      std::string path = realPath(folder + "/" + run->profile);
      if (startsWith(path, realPath(folder) + "/"))
        reading.add(path, &key);
    }
  const Machine here = thisMachine(), &there = manifest.machine;
  if (there.cpu != here.cpu || there.cores != here.cores)
    reading.warn("these results are of another machine (" + there.cpu + ", " +
                 numberOf(there.cores, "core") +
                 "): the probes cost what they cost here, the "
                 "program takes what it took there");
  return reading.finish(&manifest, of_tables);
}

/// Profiles without a manifest, from runs that somebody started by hand.
Result<EarlierResults> ofProfiles(const std::string &folder, const std::vector<std::string> &paths,
                                  const ProfileReader &read) {
  Reading reading(folder, read);
  for (const std::string &path : paths)
    reading.add(path, nullptr);
  return reading.finish(nullptr, {});
}

/// Experiments in a folder, whatever they are called, that hold a manifest; profiles of runs that
/// somebody started by hand do not (experimentsOf in ledger_at.h takes both, by their names).
std::vector<std::string> foldersWithManifest(const std::string &folder) {
  std::vector<std::string> found;
  for (const std::string &name : listFolder(folder))
    if (fileExists(folder + "/" + name + "/manifest.json"))
      found.push_back(folder + "/" + name);
  return found;
}

} // namespace

const EarlierRuns *EarlierResults::of(const std::string &role, int threads) const {
  for (const EarlierRuns &runs : programs)
    if (runs.role == role && runs.threads == threads)
      return &runs;
  return nullptr;
}

std::vector<int> EarlierResults::threads() const {
  std::vector<int> threads;
  for (const EarlierRuns &runs : programs)
    if (runs.role == role::instrumented)
      threads.push_back(runs.threads);
  return threads;
}

Result<EarlierResults> earlierResults(const std::string &path, const ProfileReader &read) {
  if (!isFolder(path) && !fileExists(path))
    return Error{"there is no such folder", path, "name a results folder with --from"};
  if (!isFolder(path))
    return ofProfiles(path, {path}, read);
  if (fileExists(path + "/manifest.json"))
    return ofExperiment(path, read);
  std::vector<std::string> experiments = foldersWithManifest(path);
  if (experiments.size() == 1)
    return ofExperiment(experiments.front(), read);
  if (experiments.size() > 1)
    return Error{"this folder holds the results of " + std::to_string(experiments.size()) +
                     " experiments",
                 path, "name one, such as " + experiments.back()};
  return ofProfiles(path, findProfiles(path), read);
}

} // namespace tare
