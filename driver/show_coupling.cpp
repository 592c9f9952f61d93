// SPDX-License-Identifier: Apache-2.0
#include "driver/show_coupling.h"

#include "base/files.h"
#include "driver/show_ledger.h"
#include "driver/verbs.h"

namespace tare {

std::string couplingIn(const std::string &results) {
  if (baseName(results) == "coupling.json" && fileExists(results) && !isFolder(results))
    return results;
  std::string file = results + "/coupling.json";
  return fileExists(file) && !fileExists(results + "/manifest.json") ? file : "";
}

bool showCoupling(const CouplingReport &report, bool as_json) {
  return as_json ? print(couplingJson(report))
                 : printForPeople(couplingText(report, widthOfOutput()));
}

} // namespace tare
