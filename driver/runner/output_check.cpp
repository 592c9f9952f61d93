// SPDX-License-Identifier: Apache-2.0
#include "driver/runner/output_check.h"

#include "base/pattern.h"
#include "base/text.h"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {
namespace {

constexpr size_t longest_shown = 200;
constexpr std::streamoff tail_bytes = 4096;

/// The lines of a file that count.
class Lines {
public:
  Lines(const std::string &path, const std::optional<std::regex> &ignore)
      : stream_(path, std::ios::binary), ignore_(ignore) {}

  bool isOpen() const { return stream_.is_open(); }
  uint64_t number() const { return number_; } // of the last one, from 1

  /// Nothing at the end. A last line without its newline is not equal to one with it.
  std::optional<std::string> next() {
    for (std::string line;;) {
      ++number_;
      if (!std::getline(stream_, line))
        return std::nullopt;
      if (ignore_ && std::regex_search(line, *ignore_))
        continue;
      if (!stream_.eof())
        line += '\n';
      return line;
    }
  }

private:
  std::ifstream stream_;
  const std::optional<std::regex> &ignore_;
  uint64_t number_ = 0;
};

std::optional<std::string> shown(std::optional<std::string> line) {
  if (line && endsWith(*line, "\n"))
    line->pop_back();
  if (line && line->size() > longest_shown)
    line->replace(longest_shown, std::string::npos, "...");
  return line;
}

} // namespace

Result<std::optional<OutputDifference>> firstDifference(const std::string &expected_path,
                                                        const std::string &found_path,
                                                        const std::string &ignore) {
  std::optional<std::regex> pattern;
  if (!ignore.empty() && !(pattern = patternOf(ignore)))
    return Error{"not a regular expression: " + ignore};
  Lines expected(expected_path, pattern), found(found_path, pattern);
  if (!expected.isOpen())
    return Error{"cannot read", expected_path};
  if (!found.isOpen())
    return Error{"cannot read", found_path};
  for (;;) {
    std::optional<std::string> left = expected.next(), right = found.next();
    if (left != right)
      return std::optional(OutputDifference{found.number(), shown(left), shown(right)});
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
