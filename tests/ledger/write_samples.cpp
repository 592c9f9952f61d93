// SPDX-License-Identifier: Apache-2.0
// Writes a few ledgers as files, and which keys there may be, for the test of the schema.
#include "analyzer/ledger/ledger_fields.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/files.h"
#include "sample_ledger.h"

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::string folder = argv[1];
  for (uint32_t seed = 0; seed < 20; ++seed) {
    tare::Ledger ledger = seed == 0 ? tare::sampleLedger() : tare::randomLedger(seed);
    std::string path = folder + "/ledger" + std::to_string(seed) + ".json";
    if (!tare::writeFileAtomic(path, tare::writeLedger(ledger)).ok())
      return 1;
  }
  return tare::writeFileAtomic(folder + "/keys", tare::json::keys(tare::ledgerFields)).ok() ? 0 : 1;
}
