// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/add_results.h"

#include "analyzer/ledger/ledger_json.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/text.h"
#include "base/files.h"
#include "base/formats/formats.h"
#include "base/system.h"
#include "base/text.h"
#include "base/utc.h"
#include "driver/ledger_at.h"
#include "driver/results/results.h"

#include <cstdlib>
#include <ctime>
#include <sys/stat.h>

namespace tare {
namespace {

constexpr uint64_t most_of_table = uint64_t(1) << 28;

std::string utcOf(std::time_t time) {
  struct tm parts = {};
  ::gmtime_r(&time, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

Result<std::string> tableText(const std::string &folder) {
  std::string kept = folder + "/ledger.json";
  if (fileExists(kept))
    return readFile(kept, most_of_table);
  TARE_TRY(Ledger ledger, ledgerAt(folder));
  return reportJson(ledger);
}

} // namespace

std::string fileTime(const std::string &path) {
  struct stat about = {};
  return ::stat(path.c_str(), &about) == 0 ? utcOf(about.st_mtime) : "";
}

Result<std::vector<std::string>> experimentsAt(const std::string &path) {
  if (!isFolder(path) && !fileExists(path))
    return Error{"there is no such file or folder", path,
                 "name a results folder, or a table in JSON"};
  if (!isFolder(path) || fileExists(path + "/manifest.json") || fileExists(path + "/ledger.json"))
    return std::vector<std::string>{path};
  std::vector<std::string> found = experimentsOf(path);
  if (found.empty())
    return Error{"there are no results in this folder", path,
                 "name the folder that `tare overheads` or `tare run` named"};
  return found;
}

Result<NewLedger> newLedgerAt(const std::string &path, const ArchiveOptions &options) {
  NewLedger ledger;
  if (!options.format.empty())
    ledger.format = options.format;
  const std::string folder = isFolder(path) ? path : folderOf(absolutePath(path));
  TARE_TRY(ledger.text,
           placedAt(path, isFolder(path) ? tableText(path) : readFile(path, most_of_table)));
  bool is_table = isFolder(path) || baseName(path) == "ledger.json";
  if (Result<Manifest> manifest = readManifest(folder); is_table && manifest.ok())
    ledger.usual_measured_utc = manifest.value().started_utc;
  if (ledger.usual_measured_utc.empty() && !isFolder(path))
    ledger.usual_measured_utc = fileTime(path);
  if (!options.date.empty()) {
    if (options.date.size() < 10 || !isBeginOfUtc(options.date))
      return Error{"--date wants a time such as 2026-11-28, not '" + options.date + "'"};
    ledger.measured_utc = options.date;
  }
  ledger.application = options.application;
  if (!isOfFormat(formats::table, ledger.format))
    ledger.usual_application = baseName(path).substr(0, baseName(path).find('.'));
  ledger.version = options.version;
  ledger.source_commit = options.commit;
  return ledger;
}

} // namespace tare
