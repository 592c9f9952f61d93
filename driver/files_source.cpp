// SPDX-License-Identifier: Apache-2.0
#include "driver/files_source.h"

#include "analyzer/ledger/ledger_json.h"
#include "base/files.h"
#include "driver/ledger_at.h"

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

Result<std::vector<NamedLedger>> FilesSource::ledgers() const {
  std::vector<std::string> paths;
  for (const std::string &path : paths_) {
    std::vector<std::string> inside;
    if (isFolder(path) && !isExperiment(path))
      inside = experimentsOf(path);
    if (inside.empty())
      inside = {path};
    paths.insert(paths.end(), inside.begin(), inside.end());
  }
  std::vector<NamedLedger> ledgers;
  for (const std::string &path : paths) {
    TARE_TRY(Ledger ledger, placedAt(path, quickLedger(path)));
    if (!ledger.predicted.empty())
      return Error{"this table is a prediction, and no model may rest on it", path,
                   "name results that were measured"};
    ledgers.push_back({path, std::make_shared<const Ledger>(std::move(ledger))});
  }
  return ledgers;
}

} // namespace tare
