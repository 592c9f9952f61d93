// SPDX-License-Identifier: Apache-2.0
// Ledgers of results folders and files: what models are made of.
#pragma once

#include "analyzer/models/ledger_rows.h"

#include <string>
#include <vector>

namespace tare {

/// How the name of a file with couplings ends, beside the tables of an application.
inline constexpr const char *archived_coupling = ".coupling.json";

/// Files with the tables and couplings of an application of the usual archive, written to `folder`.
Result<std::vector<std::string>> archivedDocuments(const std::string &application,
                                                   const std::string &folder);

/// Error: a model may not rest on this ledger: it is a prediction, or has jobs of several shapes
/// with as many threads.
Result<void> checkForModels(const Ledger &ledger, const std::string &path);

/// Each path: as for ledgerAt, or a base such as tare-results, of which every experiment counts. A
/// word that is no path: an application of the usual archive (TARE_ARCHIVE).
class FilesSource final : public LedgerSource {
public:
  explicit FilesSource(std::vector<std::string> paths) : paths_(std::move(paths)) {}
  Result<std::vector<NamedLedger>> ledgers() const override;

private:
  std::vector<std::string> paths_;
};

} // namespace tare
