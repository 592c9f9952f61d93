// SPDX-License-Identifier: Apache-2.0
#include "driver/files_source.h"

#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/lines.h"
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/verbs.h"

namespace tare {
namespace {

/// The table that was kept is quicker to read than the runs are to book again.
Result<Ledger> quickLedger(const std::string &path) {
  std::string kept = path + "/ledger.json";
  return isFolder(path) && fileExists(kept) ? readLedgerFile(kept) : ledgerAt(path);
}

bool isExperiment(const std::string &path) {
  return fileExists(path + "/manifest.json") || fileExists(path + "/ledger.json");
}

} // namespace

/// A job of 2 ranks with 1 thread each has as many threads as one rank with 2: models know threads.
Result<void> checkForModels(const Ledger &ledger, const std::string &path) {
  if (!ledger.predicted.empty())
    return Error{"this table is a prediction, and no model may rest on it", path,
                 "name results that were measured"};
  for (size_t i = 1; i < ledger.tables.size(); ++i)
    if (const Table &one = ledger.tables[i - 1], &other = ledger.tables[i];
        one.threads == other.threads)
      return Error{sizeText(sizeOf(one)) + " and " + sizeText(sizeOf(other)) +
                       " have as many threads, and models do not tell them apart",
                   path, "measure jobs with one number of threads a rank, such as --threads 1"};
  return {};
}

/// The archive is asked by its own program.
Result<std::vector<std::string>> archivedDocuments(const std::string &application,
                                                   const std::string &folder) {
  Command command;
  std::string tables = folder + "/tables";
  command.argv = {installPrefix() + "/libexec/tare/tare-archive", "tables", application, tables};
  command.standard_input = command.standard_output = "/dev/null";
  command.standard_error = folder + "/message";
  SystemProcessRunner processes;
  TARE_TRY(Outcome outcome, processes.run(command));
  if (outcome.exit_status != 0) {
    Result<std::string> message = readFile(command.standard_error, uint64_t(1) << 16);
    std::string why(trimText(message.ok() ? message.value() : ""));
    if (startsWith(why, "tare: "))
      why = why.substr(6);
    return Error{"there are no such results, and none in the archive (" + why + ")", application,
                 "name results folders, or an application of tare archive list"};
  }
  std::vector<std::string> paths;
  for (const std::string &name : listFolder(tables))
    paths.push_back(tables + "/" + name);
  return paths;
}

Result<std::vector<NamedLedger>> FilesSource::ledgers() const {
  TARE_TRY(std::string made, makeTemporaryFolder("tare-tables-"));
  TemporaryFolder temporary(made);
  std::vector<std::string> paths;
  for (const std::string &path : paths_) {
    std::vector<std::string> inside;
    if (!isFolder(path) && !fileExists(path) && path.find('/') == std::string::npos) {
      std::string folder = temporary.path() + "/" + path;
      TARE_DO(makeFolder(folder, 0700));
      TARE_TRY(inside, archivedDocuments(path, folder));
      std::erase_if(inside,
                    [](const std::string &file) { return endsWith(file, archived_coupling); });
      if (inside.empty())
        return Error{"the archive has couplings of this application, and no table", path,
                     "tare model --compose reads couplings"};
    } else if (isFolder(path) && !isExperiment(path))
      inside = experimentsOf(path);
    if (inside.empty())
      inside = {path};
    paths.insert(paths.end(), inside.begin(), inside.end());
  }
  std::vector<NamedLedger> ledgers;
  for (const std::string &path : paths) {
    TARE_TRY(Ledger ledger, placedAt(path, quickLedger(path)));
    TARE_DO(checkForModels(ledger, path));
    ledgers.push_back({path, std::make_shared<const Ledger>(std::move(ledger))});
  }
  return ledgers;
}

} // namespace tare
