// SPDX-License-Identifier: Apache-2.0
#include "driver/show_ledger.h"

#include "analyzer/ledger/ledger_json.h"
#include "analyzer/report/text.h"
#include "driver/verbs.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace tare {
namespace {

std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool wantsColour() {
  return isatty(STDOUT_FILENO) && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

} // namespace

bool showLedger(const Ledger &ledger, const std::string &format, int top) {
  std::string text = format == "json" ? writeLedger(ledger)
                                      : reportText(ledger, {.colour = wantsColour(), .top = top});
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) != 0 || !written) {
    complain({"the table could not be written", "standard output"});
    return false;
  }
  return true;
}

} // namespace tare
