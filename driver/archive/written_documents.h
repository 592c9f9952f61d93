// SPDX-License-Identifier: Apache-2.0
// The documents of an application as they came, each as a file: what models are made of.
#pragma once

#include "analyzer/archive/archive.h"

#include <string>

namespace tare {

/// Tables as ID.json, couplings as ID.coupling.json; other tools' documents are left out. Makes the
/// folder. Returns what to print.
Result<std::string> writeDocuments(Archive &archive, const std::string &application,
                                   const std::string &folder);

} // namespace tare
