// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/output_file.h"

#include "base/text.h"

#include <algorithm>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tare {
namespace {

constexpr uint64_t longest_line = uint64_t(4) << 20;
constexpr size_t longest_shown = 200;
constexpr std::streamoff tail_bytes = 4096;

/// Launchers frame their words with lines of strokes.
bool says(char c) { return std::string_view(" \t\r-=*#_+.~|").find(c) == std::string_view::npos; }

/// Adds a block of the file.
void scanBlock(std::string_view block, OutputScan &scan, uint64_t &line, uint64_t &longest) {
  scan.hash = hashBytes(block, scan.hash);
  scan.bytes += block.size();
  if (block.find('\0') != std::string_view::npos)
    scan.not_lines = "it is binary";
  for (size_t at = 0; at < block.size();) {
    size_t end = std::min(block.find('\n', at), block.size());
    line += end - at;
    longest = std::max(longest, line);
    if (end < block.size())
      line = 0;
    at = end + 1;
  }
}

} // namespace

Result<OutputScan> scanOutput(const std::string &path, uint64_t most) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return Error{"cannot read", path};
  OutputScan scan;
  scan.hash = hashBytes("");
  uint64_t line = 0, longest = 0;
  std::vector<char> block(size_t(1) << 16);
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    scanBlock({block.data(), static_cast<size_t>(stream.gcount())}, scan, line, longest);
  }
  if (stream.bad())
    return Error{"cannot read", path};
  if (scan.not_lines.empty() && scan.bytes > most)
    scan.not_lines = "it is longer than " + std::to_string(most >> 20) + " MiB";
  if (scan.not_lines.empty() && longest > longest_line)
    scan.not_lines = "it has a line of more than 4 MiB";
  return scan;
}

std::string lastLine(const std::string &path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream)
    return {};
  std::streamoff size = stream.tellg();
  stream.seekg(std::max<std::streamoff>(0, size - tail_bytes));
  std::string line, framed, said; // said: since the last stroke
  std::string last;
  for (bool is_framed = false; std::getline(stream, line);) {
    std::string text(trimText(line));
    if (text.empty())
      continue;
    if (std::ranges::any_of(text, says)) {
      last = text;
      said += (said.empty() ? "" : " ") + text;
      framed.clear();
    } else {
      framed = is_framed ? std::exchange(said, "") : "";
      said.clear();
      is_framed = true;
    }
  }
  if (!framed.empty())
    last = framed;
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
