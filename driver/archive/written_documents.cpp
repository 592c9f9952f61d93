// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/written_documents.h"

#include "analyzer/archive/foreign.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/files.h"
#include "base/formats/formats.h"
#include "base/quantity.h"
#include "driver/files_source.h"

namespace tare {

Result<std::string> writeDocuments(Archive &archive, const std::string &application,
                                   const std::string &folder) {
  TARE_TRY(std::vector<KeptLedger> kept, archive.list(application));
  TARE_DO(makeFolder(folder, 0700));
  int64_t tables = 0, couplings = 0;
  for (const KeptLedger &each : kept) {
    bool has_couplings = isOfFormat(formats::coupling, each.format);
    if (!isOfFormat(formats::table, each.format) && !has_couplings)
      continue;
    TARE_TRY(std::string text, archive.textOf(each.id));
    std::string end = has_couplings ? archived_coupling : ".json";
    TARE_DO(writeFileAtomic(folder + "/" + std::to_string(each.id) + end, text, 0600));
    ++(has_couplings ? couplings : tables);
  }
  return numberOf(tables, "table") +
         (couplings ? " and " + numberOf(couplings, "file") + " with couplings" : "") +
         " written.\n";
}

} // namespace tare
