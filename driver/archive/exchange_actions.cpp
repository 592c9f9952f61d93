// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/exchange_actions.h"

#include "analyzer/archive/exchange.h"
#include "base/files.h"
#include "base/quantity.h"
#include "driver/archive/open_archive.h"

#include <cstdio>
#include <fstream>

namespace tare {
namespace {

std::string countsText(const ExchangeCounts &counts) {
  return numberOf(static_cast<int64_t>(counts.ledgers), "ledger") + " and " +
         numberOf(static_cast<int64_t>(counts.others), "other record");
}

} // namespace

/// Written beside the file, which is then replaced.
Result<int> exportAction(const ArchiveOptions &options) {
  const std::string &path = options.words[0];
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  if (path == "-") {
    auto toOutput = [](std::string_view line) { return print(std::string(line)); };
    TARE_DO(exportArchive(archive, toOutput));
    return exit_ok;
  }
  const std::string part = path + ".part";
  TARE_DO(writeFileAtomic(part, "", 0600));
  std::ofstream file(part, std::ios::binary);
  Result<ExchangeCounts> counts =
      placedAt(path, exportArchive(archive, [&](std::string_view line) {
                 return static_cast<bool>(
                     file.write(line.data(), static_cast<std::streamsize>(line.size())));
               }));
  file.close();
  if (counts.ok() && (file.fail() || std::rename(part.c_str(), path.c_str()) != 0))
    counts = Error{"the export could not be written", path, "is the disk full?"};
  if (!counts.ok()) {
    std::remove(part.c_str());
    return counts.error();
  }
  return printed("Exported " + countsText(counts.value()) + ".\n");
}

Result<int> importAction(const ArchiveOptions &options) {
  const std::string &path = options.words[0];
  TARE_DO(openInput(path));
  std::ifstream file(path, std::ios::binary);
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
  Result<ExchangeCounts> counts = importArchive(archive, [&]() -> std::optional<std::string> {
    std::string line;
    return std::getline(file, line) ? std::optional(line) : std::nullopt;
  });
  TARE_DO(placedAt(path, counts));
  return printed("Imported " + countsText(counts.value()) + "; " +
                 std::to_string(counts.value().were_there) + " were there already.\n");
}

} // namespace tare
