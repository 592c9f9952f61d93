// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/line_map.h"

#include "base/lexer.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>

namespace tare {

namespace {

/// The literals that hold an end of line: raw strings, and continued ones. In order.
std::vector<Span> literalsOverLines(std::string_view text) {
  std::vector<Span> found;
  Lexer lexer(text);
  while (Token token = lexer.next())
    if (token.kind == 'l' && token.text.find('\n') != text.npos)
      found.push_back(token.span);
  return found;
}

bool isOctal(char c) { return c >= '0' && c <= '7'; }

/// Drops the escape behind a backslash from `text` and returns its character. It is one character,
/// or up to three octal digits, as Clang writes bytes that are not ASCII.
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

/// The flags "system header" (3) and "extern C" (4), which describe the place. The others describe
/// the move to it.
std::string keptFlags(std::string_view rest) {
  std::string flags;
  if (rest.find('3') != rest.npos)
    flags += " 3";
  if (rest.find('4') != rest.npos)
    flags += " 4";
  return flags;
}

/// Whether a line is neither blank nor a directive.
bool mayBeCode(std::string_view line) {
  line = afterBlanks(line);
  return !line.empty() && line[0] != '#';
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
  bool goes_on = false; // the directive of the line before
  while (start <= text.size()) {
    size_t end = std::min(text.find('\n', start), text.size());
    Line line{uint32_t(start), file_, number, false};
    int next = number + 1;
    int marked = 0;
    while (literal != literals.end() && literal->end <= start)
      ++literal;
    bool in_literal = literal != literals.end() && literal->begin < start;
    std::string_view content = text.substr(start, end - start);
    if (!in_literal && readMarker(content, marked)) {
      line.is_marker = true;
      next = marked;
    }
    line.has_code = !line.is_marker && !goes_on && mayBeCode(content);
    goes_on = !line.has_code && endsWith(content, "\\");
    lines_.push_back(line);
    number = next;
    start = end + 1;
  }
}

/// `# 12 "file" 1 3`, or `#line 12 "file"`.
bool LineMap::readMarker(std::string_view line, int &number) {
  size_t hash = line.size() - afterBlanks(line).size();
  if (hash == line.size() || line[hash] != '#')
    return false;
  Lexer lexer(line, {uint32_t(hash) + 1, uint32_t(line.size())});
  Token token = lexer.next();
  if (token.word() == "line")
    token = lexer.next();
  const char *begin = token.text.data(), *end = begin + token.text.size();
  if (token.kind != 'l' || std::from_chars(begin, end, number).ec != std::errc())
    return false;
  token = lexer.next();
  if (token.text.size() > 1 && token.text.front() == '"' && token.text.back() == '"')
    file_ = fileIndex(
        {unescape(token.text), std::string(token.text), keptFlags(line.substr(token.span.end))});
  noteMove(line.substr(std::min(size_t(token.span.end), line.size())));
  return true;
}

/// The flags of the marker whose line is appended next.
void LineMap::noteMove(std::string_view flags) {
  bool enters = flags.find('1') != flags.npos, returns = flags.find('2') != flags.npos;
  if (enters || returns)
    moves_.push_back({uint32_t(lines_.size()), enters});
}

const LineMap::Line *LineMap::includedAt(uint32_t offset, uint32_t begin) const {
  auto at = std::ranges::lower_bound(moves_, begin, {},
                                     [&](const Move &move) { return lines_[move.line].offset; });
  std::vector<const Line *> open;
  for (; at != moves_.end() && lines_[at->line].offset <= offset; ++at)
    if (at->enters)
      open.push_back(&lines_[at->line]);
    else if (!open.empty())
      open.pop_back();
  return open.empty() ? nullptr : open.front();
}

bool LineMap::includesCode(const Line &include) const {
  auto move = std::ranges::lower_bound(moves_, include.offset, {},
                                       [&](const Move &at) { return lines_[at.line].offset; });
  auto line = lines_.begin() + (&include - lines_.data());
  for (int depth = 0; line != lines_.end(); ++line) {
    if (line->has_code)
      return true;
    if (move == moves_.end() || lines_.begin() + move->line != line)
      continue;
    depth += move++->enters ? 1 : -1;
    if (depth <= 0)
      return false;
  }
  return false;
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

std::string withFirstMarker(std::string text, const std::string &file) {
  if (LineMap(std::string_view(text).substr(0, text.find('\n'))).lines().front().is_marker)
    return text;
  std::string quoted;
  for (char c : file) {
    bool is_plain = c != '"' && c != '\\' && c != '\n';
    quoted += is_plain ? std::string(1, c) : c == '\n' ? "\\n" : std::string("\\") + c;
  }
  return "# 1 \"" + quoted + "\"\n" + text;
}

std::string LineMap::marker(const Line &line, int shift) const {
  const File &file = files_[size_t(line.file)];
  return "# " + std::to_string(line.line + shift) + " " + file.spelled + file.flags;
}

} // namespace tare
