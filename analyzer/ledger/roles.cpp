// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/roles.h"

namespace tare {

std::string programTitle(const std::string &role) {
  if (role == role::ignored)
    return "program without its pragmas";
  if (role == role::null)
    return "instrumented program with its probes off";
  return (role == role::serial_instrumented ? "instrumented serial" : role) + " program";
}

std::string programWithThreads(const std::string &role, RunSize size) {
  bool has_team = role == role::parallel || role == role::instrumented || role == role::null;
  return programTitle(role) + (has_team ? " with " + sizeText(size) : "");
}

} // namespace tare
