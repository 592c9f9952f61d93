// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/schedule.h"

#include <cctype>

namespace tare {

namespace {

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The text in the clause's brackets, without blanks; dist_schedule is another clause.
std::string argumentsOf(std::string_view directive) {
  constexpr std::string_view name = "schedule";
  for (size_t at = directive.find(name); at != directive.npos;
       at = directive.find(name, at + name.size())) {
    size_t open = directive.find_first_not_of(" \t\r\n\\", at + name.size());
    if ((at > 0 && isWordPart(directive[at - 1])) || open == directive.npos ||
        directive[open] != '(')
      continue;
    std::string arguments;
    int depth = 1;
    for (char c : directive.substr(open + 1)) {
      depth += (c == '(') - (c == ')');
      if (depth == 0)
        return arguments;
      if (!std::isspace(static_cast<unsigned char>(c)) && c != '\\')
        arguments += c;
    }
  }
  return {};
}

} // namespace

Schedule scheduleOf(std::string_view directive) {
  std::string arguments = argumentsOf(directive);
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
