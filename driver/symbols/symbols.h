// SPDX-License-Identifier: Apache-2.0
// Facts that only the program files hold. They are read right after the runs and kept beside the
// profiles as <results>/calls.json: the programs may have changed, or gone, when the table is made
// again.
//
//   programs -> [symbols] -> Experiment::call_names, unseen_regions
#pragma once

#include "analyzer/accounts/experiment.h"
#include "base/result.h"

#include <string>

namespace tare {

/// Sets them from the files; only for programs that Tare has just run itself.
void lookUpSymbols(Experiment &experiment);

Result<void> writeSymbols(const std::string &folder, const Experiment &experiment);

/// Sets nothing if the folder has none. Untrusted input.
Result<void> readSymbols(const std::string &folder, Experiment &experiment);

} // namespace tare
