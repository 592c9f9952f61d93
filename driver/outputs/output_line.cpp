// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/output_line.h"

#include <fstream>

namespace tare {
namespace {

/// The library's matcher calls itself for every byte, so a long line would take all of the stack.
constexpr size_t matched_bytes = 4096;

} // namespace

Output outputInFile(const std::string &path, const std::string &program) {
  return {[path] { return std::make_unique<std::ifstream>(path, std::ios::binary); }, program};
}

LineReader::LineReader(const Output &output, const std::regex *ignore)
    : stream_(output.open()), names_(namesOf(output.program)), ignore_(ignore) {}

/// Reads up to the next newline. False: the output has ended.
bool LineReader::readLine() {
  ++number_;
  at_ = 0;
  return static_cast<bool>(std::getline(*stream_, line_));
}

std::optional<OutputLine> LineReader::next() {
  for (;;) {
    if (at_ >= line_.size() && !readLine())
      return std::nullopt;
    size_t end = std::min(line_.find('\r', at_), line_.size());
    OutputLine line{ordinal_, number_, line_.substr(at_, end - at_), {}};
    at_ = end + 1;
    if (ignore_ && std::regex_search(line.text.substr(0, matched_bytes), *ignore_))
      continue;
    line.pieces = piecesOf(line.text, names_);
    if (line.pieces.empty())
      continue;
    ++ordinal_;
    return line;
  }
}

} // namespace tare
