// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/exports/exports.h"
#include "analyzer/report/markdown.h"

namespace tare {

/// The report with fewer constructs until it fits; at last its first lines.
std::string githubSummary(const Ledger &ledger, size_t most_bytes) {
  const std::string shortened = "\n\nThe rest is too long for a summary: tare report --full.\n";
  std::string text;
  for (int top : {5, 2, 0}) {
    text = reportMarkdown(ledger, {.top = top, .view = View::Whole});
    if (text.size() <= most_bytes)
      return text;
  }
  size_t room = most_bytes > shortened.size() ? most_bytes - shortened.size() : 0;
  size_t end = text.rfind("\n\n", room);
  return text.substr(0, end == std::string::npos ? 0 : end) + shortened;
}

} // namespace tare
