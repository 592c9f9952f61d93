// SPDX-License-Identifier: Apache-2.0
// Ledgers of results folders and files: what models are made of.
#pragma once

#include "analyzer/models/ledger_rows.h"

#include <string>
#include <vector>

namespace tare {

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
