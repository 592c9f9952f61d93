// SPDX-License-Identifier: Apache-2.0
#include "driver/verbs.h"

namespace tare {

int verbReport(const ReportOptions &) {
  complain({"this verb is not built yet"});
  return exit_usage;
}

} // namespace tare
