// SPDX-License-Identifier: Apache-2.0
#include "driver/ledger_at.h"

#include "analyzer/advice/advice.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/profile/profile.h"
#include "analyzer/tables/account.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/advised_times.h"
#include "driver/results/node_renewal.h"
#include "driver/results/results.h"
#include "driver/search_steps.h"
#include "driver/verbs.h"

#include <algorithm>
#include <regex>

namespace tare {
namespace {

/// What is read, and how.
struct LedgerReading {
  Times times = Times::Approximated;
  NodeRenewal *renewal = nullptr; // null: tables of nodes are those of the profiles
};

/// A table holds no numbers of nodes that could be matched with sources.
Result<Ledger> keptLedger(const std::string &path, const LedgerReading &reading) {
  if (reading.renewal)
    return Error{"this is a table, and its constructs cannot be read from sources again", path,
                 "--sources wants the results folder with its runs"};
  return readLedgerFile(path);
}

/// A program that was started by hand: one run, and nothing to compare it with.
Result<Ledger> ledgerOfProfile(const std::string &path, const LedgerReading &reading) {
  TARE_TRY(Profile read, placedAt(path, reading.renewal ? reading.renewal->read(nullptr, path)
                                                        : readProfile(path)));
  auto profile = std::make_shared<const Profile>(std::move(read));
  if (profile->threads_asked < 1)
    return Error{"the program reached no parallel region: nothing was measured", path,
                 "run it with arguments that lead to one"};
  Experiment experiment;
  experiment.program = baseName(profile->program);
  experiment.reference = "none";
  experiment.machine.clock = clockName(profile->clock);
  experiment.machine.ticks_per_second = profile->ticks_per_second;
  experiment.source_root = absolutePath(".");
  experiment.openmp_runtime.name = profile->openmp_runtime;
  Repetition repetition;
  repetition.threads = static_cast<int>(profile->threads_asked);
  repetition.instrumented.profile = profile;
  experiment.repetitions.push_back(std::move(repetition));
  if (reading.renewal)
    append(experiment.warnings, reading.renewal->notes({}));
  TARE_TRY(Ledger ledger, placedAt(path, account(experiment)));
  advise(ledger);
  return ledger;
}

/// The manifest's runs are booked anew; with the runs gone, the table that was kept will do.
Result<Ledger> ledgerOfResults(const std::string &folder, const LedgerReading &reading) {
  Result<Ledger> ledger = placedAt(folder, ledgerOf(folder, reading.times, reading.renewal));
  if (ledger.ok() && reading.times == Times::Approximated)
    predictAdvice(folder, ledger.value(), reading.renewal);
  std::string kept = folder + "/ledger.json";
  if (ledger.ok() || !fileExists(kept) || reading.renewal)
    return ledger;
  complain({"the table cannot be made again from the runs (" + ledger.error().text() +
            "); this is the table that was kept"});
  return readLedgerFile(kept);
}

Result<Ledger> ledgerOfFolder(const std::string &folder, const LedgerReading &reading);

/// Folders are named tare-<program>-<UTC>-<host>-<pid>; the UTC sorts like time.
std::string startOf(const std::string &folder) {
  static const std::regex utc("-([0-9]{8}T[0-9]{6}Z)-");
  std::string name = baseName(folder), start;
  for (std::sregex_iterator at(name.begin(), name.end(), utc), end; at != end; ++at)
    start = (*at)[1];
  return start;
}

/// What failed before a run, as the pilot of a budget, leaves a folder that holds none.
bool holdsResults(const std::string &folder) {
  for (const char *name : {"manifest.json", "profile.tare", "ledger.json", "search.json"})
    if (fileExists(folder + "/" + name))
      return true;
  return false;
}

/// Each step of a search is an experiment; the last one has probes where the time was found.
Result<Ledger> ledgerOfSearch(const std::string &folder, const LedgerReading &reading) {
  int last = 0;
  while (holdsResults(stepFolderIn(folder, last + 1)))
    ++last;
  if (!last)
    return Error{"this search has made no step yet", folder, "go on with tare search --resume"};
  complain({"this is a search; the table is of its last step, " + stepFolderIn(folder, last)});
  return ledgerOfFolder(stepFolderIn(folder, last), reading);
}

/// A base such as tare-results: with one experiment in it, that one is meant.
Result<Ledger> ledgerOfBase(const std::string &folder, const LedgerReading &reading) {
  std::vector<std::string> results = experimentsOf(folder);
  if (results.empty())
    return Error{"no results: neither manifest.json nor profile.tare is in this folder", folder,
                 "give the folder that `tare overheads` or `tare run` named"};
  if (results.size() == 1)
    return ledgerOfFolder(results.front(), reading);
  return Error{"this folder holds the results of " + std::to_string(results.size()) +
                   " experiments",
               folder, "name one, such as " + results.back()};
}

Result<Ledger> ledgerOfFolder(const std::string &folder, const LedgerReading &reading) {
  if (fileExists(folder + "/manifest.json"))
    return ledgerOfResults(folder, reading);
  if (fileExists(folder + "/profile.tare"))
    return ledgerOfProfile(folder + "/profile.tare", reading);
  if (fileExists(folder + "/ledger.json"))
    return keptLedger(folder + "/ledger.json", reading);
  if (fileExists(folder + "/search.json"))
    return ledgerOfSearch(folder, reading);
  return ledgerOfBase(folder, reading);
}

std::vector<std::string> foldersOf(const std::string &base, bool (*isWanted)(const std::string &)) {
  std::vector<std::string> results;
  for (const std::string &name : listFolder(base))
    if (startsWith(name, "tare-") && isWanted(base + "/" + name))
      results.push_back(base + "/" + name);
  std::ranges::stable_sort(results, {}, startOf);
  return results;
}

} // namespace

bool isCouplingFolder(const std::string &folder) {
  for (const char *name : {"coupling.json", "build/coupled", "runs/001/record"})
    if (fileExists(folder + "/" + name))
      return !holdsResults(folder);
  return false;
}

std::vector<std::string> experimentsOf(const std::string &base) {
  return foldersOf(base, holdsResults);
}

std::vector<std::string> couplingFoldersOf(const std::string &base) {
  return foldersOf(base, isCouplingFolder);
}

std::vector<std::string> resultsOf(const std::string &base) {
  return foldersOf(base, [](const std::string &folder) {
    return holdsResults(folder) || isCouplingFolder(folder);
  });
}

Result<std::string> latestResults(const std::string &base) {
  std::vector<std::string> results = experimentsOf(base);
  if (results.empty())
    return Error{"there are no results yet", base,
                 "measure a program first, such as tare overheads --source mine.c; or name "
                 "results: tare report RESULTS"};
  return results.back();
}

Result<Ledger> ledgerAt(const std::string &path, Times times, NodeRenewal *renewal) {
  const LedgerReading reading{times, renewal};
  if (isFolder(path))
    return ledgerOfFolder(path, reading);
  if (!fileExists(path))
    return Error{"there is no such file or folder", path,
                 "name a results folder, a profile or a table in JSON"};
  return endsWith(path, ".tare") ? ledgerOfProfile(path, reading) : keptLedger(path, reading);
}

} // namespace tare
