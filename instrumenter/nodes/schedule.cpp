// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/schedule.h"

#include "instrumenter/nodes/clause.h"

namespace tare {

Schedule scheduleOf(std::string_view directive) {
  std::vector<std::string> clauses = clausesOf(directive, "schedule");
  std::string arguments = clauses.empty() ? "" : clauses.front();
  // A chunk may hold a colon of its own.
  for (const char *modifier : {"monotonic", "nonmonotonic", "simd"})
    if (arguments.starts_with(modifier) && arguments.find(':') != arguments.npos) {
      arguments.erase(0, arguments.find(':') + 1);
      break;
    }
  size_t comma = arguments.find(',');
  Schedule schedule;
  schedule.kind = arguments.substr(0, comma);
  if (comma != arguments.npos)
    schedule.chunk = arguments.substr(comma + 1);
  return schedule;
}

} // namespace tare
