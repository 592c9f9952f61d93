// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/macros.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

constexpr uint64_t most_source_bytes = 64 << 20;
constexpr int deepest_macro = 8; // macros in macros

std::string withoutBlanks(std::string_view text) {
  std::string kept;
  for (char c : text)
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\\')
      kept += c;
  return kept;
}

/// Calls `each` for words (names and numbers) and for single other characters.
template <class Each> void forEachToken(std::string_view text, Each each) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isWordCharacter(text[end]))
      ++end;
    end = std::max(end, at + 1);
    each(text.substr(at, end - at));
    at = end;
  }
}

bool holdsWord(std::string_view line, std::string_view word) {
  bool found = false;
  forEachToken(line, [&](std::string_view token) { found = found || token == word; });
  return found;
}

/// Its macros replaced by their bodies, without blanks.
std::string expanded(std::string_view body, const std::map<std::string, std::string> &bodies,
                     int depth = 0) {
  std::string text;
  forEachToken(body, [&](std::string_view token) {
    auto found = bodies.find(std::string(token));
    text += found == bodies.end() || depth > deepest_macro
                ? withoutBlanks(token)
                : expanded(found->second, bodies, depth + 1);
  });
  return text;
}

/// A number, or something that is made of numbers.
bool mayBeNumber(std::string_view body) {
  bool digits = false;
  for (char c : body) {
    digits = digits || (c >= '0' && c <= '9');
    if (c == '"' || c == '\'' || c == ';' || c == '{' || c == '.')
      return false;
  }
  return digits;
}

} // namespace

MacroNames::MacroNames(std::string_view text, UserFiles &files) : files_(files) {
  constexpr std::string_view define = "#define ";
  for (const LineMap::Line &line : files.lines().lines()) {
    std::string_view rest = text.substr(line.offset);
    if (!startsWith(rest, define))
      continue;
    const std::string &file = files.lines().file(line);
    if (!startsWith(file, "<command") && !files.isUser(line.offset))
      continue;
    rest = rest.substr(define.size(), rest.find('\n') - define.size());
    size_t end = 0;
    while (end < rest.size() && isWordCharacter(rest[end]))
      ++end;
    if (end > 0 && end < rest.size() && rest[end] == ' ') // no parameters
      bodies_[std::string(rest.substr(0, end))] = std::string(trimText(rest.substr(end)));
  }
  for (const auto &[name, body] : bodies_) {
    std::string number = expanded(body, bodies_);
    if (mayBeNumber(number))
      by_body_[number].push_back(name);
  }
}

const std::vector<std::string> &MacroNames::linesOf(const std::string &file) {
  auto [found, is_new] = read_.try_emplace(file);
  if (!is_new)
    return found->second;
  Result<std::string> text = readFile(file, most_source_bytes);
  if (text.ok())
    found->second = splitText(text.value(), '\n');
  return found->second;
}

std::string MacroNames::macroOf(std::string_view piece, uint32_t offset) {
  auto found = by_body_.find(withoutBlanks(piece));
  if (found == by_body_.end())
    return {};
  const LineMap::Line &line = files_.lines().at(offset);
  const std::vector<std::string> &lines = linesOf(files_.lines().file(line));
  if (line.line < 1 || size_t(line.line) > lines.size())
    return {};
  const std::string &source = lines[size_t(line.line) - 1];
  bool is_word = std::ranges::all_of(found->first, isWordCharacter);
  if (is_word ? holdsWord(source, found->first)
              : withoutBlanks(source).find(found->first) != std::string::npos)
    return {}; // it stands there itself
  for (const std::string &name : found->second)
    if (holdsWord(source, name))
      return name;
  return {};
}

} // namespace tare
