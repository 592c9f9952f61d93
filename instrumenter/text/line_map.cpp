// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/line_map.h"

#include "instrumenter/text/skimmer.h"

#include <algorithm>
#include <cctype>

namespace tare {

namespace {

std::string_view skipBlanks(std::string_view text) {
  size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? std::string_view() : text.substr(first);
}

/// Reads digits at the front of `text` and drops them. False when there are none.
bool takeNumber(std::string_view &text, int &number) {
  size_t digits = 0;
  long value = 0;
  while (digits < text.size() && digits < 9 &&
         std::isdigit(static_cast<unsigned char>(text[digits])))
    value = value * 10 + (text[digits++] - '0');
  text = text.substr(digits);
  number = int(value);
  return digits > 0;
}

/// Length of the quoted string at the front, quotes included; 0 when there is none.
size_t quotedLength(std::string_view text) {
  if (text.empty() || text[0] != '"')
    return 0;
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return 0;
}

bool isOctal(char c) { return c >= '0' && c <= '7'; }

/// Drops what stands behind a backslash from `text`: up to three octal digits, which is how Clang
/// writes what is not ASCII, or one character.
char takeEscaped(std::string_view &text) {
  int value = 0;
  size_t digits = 0;
  while (digits < 3 && digits < text.size() && isOctal(text[digits]))
    value = value * 8 + (text[digits++] - '0');
  char only = text[0];
  text.remove_prefix(std::max<size_t>(digits, 1));
  if (digits)
    return static_cast<char>(value);
  return only == 'n' ? '\n' : only == 't' ? '\t' : only;
}

std::string unescape(std::string_view quoted) {
  std::string_view left = quoted.substr(1, quoted.size() - 2);
  std::string name;
  while (!left.empty()) {
    char next = left[0];
    left.remove_prefix(1);
    name += next == '\\' && !left.empty() ? takeEscaped(left) : next;
  }
  return name;
}

/// Of the flags, only "system header" and "extern C" describe the place and not the move to it.
std::string keptFlags(std::string_view rest) {
  std::string flags;
  if (rest.find('3') != rest.npos)
    flags += " 3";
  if (rest.find('4') != rest.npos)
    flags += " 4";
  return flags;
}

} // namespace

LineMap::LineMap(std::string_view text) {
  files_.push_back({"<text>", "\"<text>\"", ""});
  // A line of a raw string may look like a marker.
  std::vector<Span> literals;
  if (text.find("R\"") != text.npos)
    literals = literalsOverLines(text);
  auto literal = literals.begin();
  int number = 1;
  size_t start = 0;
  while (start <= text.size()) {
    size_t end = std::min(text.find('\n', start), text.size());
    Line line{uint32_t(start), file_, number, false};
    int next = number + 1;
    int marked = 0;
    while (literal != literals.end() && literal->end <= start)
      ++literal;
    bool in_literal = literal != literals.end() && literal->begin < start;
    if (!in_literal && readMarker(text.substr(start, end - start), marked)) {
      line.is_marker = true;
      next = marked;
    }
    lines_.push_back(line);
    number = next;
    start = end + 1;
  }
}

bool LineMap::readMarker(std::string_view line, int &number) {
  line = skipBlanks(line);
  if (line.empty() || line[0] != '#')
    return false;
  line = skipBlanks(line.substr(1));
  if (line.substr(0, 5) == "line ")
    line = skipBlanks(line.substr(5));
  if (!takeNumber(line, number))
    return false;
  line = skipBlanks(line);
  if (size_t length = quotedLength(line)) {
    std::string_view spelled = line.substr(0, length);
    file_ = fileIndex({unescape(spelled), std::string(spelled), keptFlags(line.substr(length))});
  }
  return true;
}

int LineMap::fileIndex(const File &file) {
  auto found = std::find(files_.rbegin(), files_.rend(), file);
  if (found != files_.rend())
    return int(files_.rend() - found) - 1;
  files_.push_back(file);
  return int(files_.size()) - 1;
}

const LineMap::Line &LineMap::at(uint32_t offset) const {
  auto after =
      std::upper_bound(lines_.begin(), lines_.end(), offset,
                       [](uint32_t wanted, const Line &line) { return wanted < line.offset; });
  return after == lines_.begin() ? lines_.front() : *(after - 1);
}

bool LineMap::isSystem(const Line &line) const {
  return files_[size_t(line.file)].flags.find('3') != std::string::npos;
}

std::string LineMap::marker(const Line &line, int shift) const {
  const File &file = files_[size_t(line.file)];
  return "# " + std::to_string(line.line + shift) + " " + file.spelled + file.flags;
}

} // namespace tare
