// SPDX-License-Identifier: Apache-2.0
// Couplings that were measured, on stdout again.
#pragma once

#include "analyzer/coupling/coupling_report.h"

#include <string>

namespace tare {

/// The file with couplings in a results folder that has no table, or that file itself. Empty: it is
/// neither.
std::string couplingIn(const std::string &results);

/// As text, or as the JSON that it is. False: it could not be written.
bool showCoupling(const CouplingReport &report, bool as_json);

} // namespace tare
