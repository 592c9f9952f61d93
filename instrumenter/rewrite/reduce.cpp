// SPDX-License-Identifier: Apache-2.0
// The rewritten text as a person wants to see it: the user's own lines only.
#include "instrumenter/rewrite/rewrite.h"
#include "instrumenter/text/user_files.h"

namespace tare {

namespace {

/// A line's text without its newline.
std::string_view lineText(const std::string &text, const LineMap &lines, size_t index) {
  size_t begin = lines.lines()[index].offset;
  size_t end = std::min(text.find('\n', begin), text.size());
  return begin > text.size() ? std::string_view()
                             : std::string_view(text).substr(begin, end - begin);
}

bool isBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

} // namespace

std::string reduceToUser(const std::string &text, const std::string &root) {
  LineMap lines(text);
  UserFiles files(lines, root);
  std::string result = "// tare: the unit's descriptor tare_m and its node table stand here\n";
  int file = -1;
  bool blank_before = true;
  for (size_t i = 0; i < lines.lines().size(); ++i) {
    const LineMap::Line &line = lines.lines()[i];
    if (line.is_marker || !files.isUser(line.offset))
      continue;
    std::string_view content = lineText(text, lines, i);
    if (isBlank(content) && blank_before)
      continue;
    if (line.file != file)
      result += "// " + lines.file(line) + "\n";
    file = line.file;
    blank_before = isBlank(content);
    result.append(content) += '\n';
  }
  return result;
}

} // namespace tare
