// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/layout.h"

namespace tare {

namespace {

bool isPragma(const std::string &piece) { return !piece.empty() && piece[0] == '#'; }

} // namespace

/// True when the offset is the end of a pragma's (continued) line.
bool Layout::endsDirectiveLine(uint32_t offset) const {
  if (offset < text_.size() && text_[offset] != '\n' && text_[offset] != '\r')
    return false;
  size_t start = offset;
  do {
    size_t newline = start == 0 ? text_.npos : text_.rfind('\n', start - 1);
    if (newline == text_.npos) {
      start = 0;
      break;
    }
    start = newline + 1;
    if (newline == 0 || text_[newline - 1] != '\\')
      break;
    start = newline;
  } while (true);
  size_t first = text_.find_first_not_of(" \t", start);
  return first != text_.npos && first < offset && text_[first] == '#';
}

/// Pragmas on their own lines, each line numbered as the original's.
std::string Layout::joined(const std::vector<std::string> &pieces,
                           const LineMap::Line &line) const {
  std::string result;
  const std::string marker = "\n" + lines_.marker(line, 0) + "\n";
  for (size_t i = 0; i < pieces.size(); ++i) {
    bool own_line = i > 0 && (isPragma(pieces[i]) || isPragma(pieces[i - 1]));
    if (i > 0)
      result += own_line ? marker : " ";
    result += pieces[i];
  }
  return result;
}

std::string Layout::at(uint32_t offset, const std::vector<std::string> &pieces) const {
  const LineMap::Line &line = lines_.at(offset);
  std::string code = joined(pieces, line);
  if (endsDirectiveLine(offset))
    return "\n" + lines_.marker(line, 0) + "\n" + code + "\n" + lines_.marker(line, 1);
  bool before_pragma = offset < text_.size() && text_[offset] == '#';
  if (before_pragma)
    return code + "\n" + lines_.marker(line, 0) + "\n";
  return " " + code + " ";
}

std::string Layout::instead(uint32_t begin, uint32_t end,
                            const std::vector<std::string> &pieces) const {
  std::string code = joined(pieces, lines_.at(begin));
  bool one_line = pieces.size() == 1 && text_.find('\n', begin) >= end;
  return one_line ? code : code + "\n" + lines_.marker(lines_.at(end), 1);
}

} // namespace tare
