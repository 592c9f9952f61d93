// SPDX-License-Identifier: Apache-2.0
#include "driver/runner/output_check.h"

#include "base/text.h"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {
namespace {

constexpr size_t longest_shown = 200;
constexpr std::streamoff tail_bytes = 4096;

/// A line, or nothing at the end. A last line without its newline is not equal to one with it.
std::optional<std::string> nextLine(std::ifstream &stream) {
  std::string line;
  if (!std::getline(stream, line))
    return std::nullopt;
  if (!stream.eof())
    line += '\n';
  return line;
}

std::optional<std::string> shown(std::optional<std::string> line) {
  if (line && endsWith(*line, "\n"))
    line->pop_back();
  if (line && line->size() > longest_shown)
    line->replace(longest_shown, std::string::npos, "...");
  return line;
}

} // namespace

Result<std::optional<OutputDifference>> firstDifference(const std::string &expected_path,
                                                        const std::string &found_path) {
  std::ifstream expected(expected_path, std::ios::binary), found(found_path, std::ios::binary);
  if (!expected)
    return Error{"cannot read", expected_path};
  if (!found)
    return Error{"cannot read", found_path};
  for (uint64_t line = 1;; ++line) {
    std::optional<std::string> left = nextLine(expected), right = nextLine(found);
    if (left != right)
      return std::optional(OutputDifference{line, shown(left), shown(right)});
    if (!left)
      return std::optional<OutputDifference>();
  }
}

std::string lastLine(const std::string &path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream)
    return {};
  std::streamoff size = stream.tellg();
  stream.seekg(std::max<std::streamoff>(0, size - tail_bytes));
  std::string last, line;
  while (std::getline(stream, line))
    if (!trimText(line).empty())
      last = std::string(trimText(line));
  return last.size() > longest_shown ? last.substr(0, longest_shown) + "..." : last;
}

void capFile(const std::string &path, uint64_t limit) {
  struct stat about;
  if (::lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode) ||
      static_cast<uint64_t>(about.st_size) <= limit)
    return;
  if (::truncate(path.c_str(), static_cast<off_t>(limit)) != 0)
    return; // then the whole output stays: large, not wrong
}

} // namespace tare
