// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/integer_pack.h"

#include "base/lexer.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace tare {

namespace {

constexpr std::string_view builtin = "__integer_pack";

bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':';
}

size_t skipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && isBlank(text[at]))
    ++at;
  return at;
}

/// The end of the text before `at` without its trailing blanks.
size_t skipBlanksBack(std::string_view text, size_t at) {
  while (at > 0 && isBlank(text[at - 1]))
    --at;
  return at;
}

/// One use: `S<T, __integer_pack(N)...>`.
struct Pack {
  Span whole, sequence, type, count;
};

/// Behind the bracket that matches the one at `at`; npos when there is none.
size_t behindBrackets(std::string_view text, size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == '(';
    depth -= text[at] == ')';
    if (depth == 0)
      return at + 1;
  }
  return text.npos;
}

/// The `<` that opens the list whose first argument ends at `at`; npos when it is not the first.
size_t openingAngle(std::string_view text, size_t at) {
  int depth = 0;
  while (at-- > 0) {
    char c = text[at];
    if (depth == 0 && c == '<')
      return at;
    if (c == ';' || c == '{' || c == '}' || (depth == 0 && c == ','))
      break;
    depth += c == '>' || c == ')';
    depth -= c == '<' || c == '(';
    if (depth < 0)
      break;
  }
  return text.npos;
}

bool takeCount(std::string_view text, size_t at, Pack &pack) {
  size_t open = skipBlanks(text, at + builtin.size());
  if (open == text.size() || text[open] != '(')
    return false;
  size_t close = behindBrackets(text, open);
  if (close == text.npos)
    return false;
  size_t dots = skipBlanks(text, close);
  if (text.substr(dots, 3) != "...")
    return false;
  size_t end = skipBlanks(text, dots + 3);
  pack.count = {uint32_t(skipBlanks(text, open + 1)), uint32_t(skipBlanksBack(text, close - 1))};
  pack.whole.end = uint32_t(end + 1);
  return end < text.size() && text[end] == '>';
}

bool takeSequence(std::string_view text, size_t at, Pack &pack) {
  size_t comma = skipBlanksBack(text, at);
  if (comma == 0 || text[--comma] != ',')
    return false;
  size_t open = openingAngle(text, comma);
  if (open == text.npos)
    return false;
  size_t end = skipBlanksBack(text, open), begin = end;
  while (begin > 0 && isNamePart(text[begin - 1]))
    --begin;
  pack.type = {uint32_t(skipBlanks(text, open + 1)), uint32_t(skipBlanksBack(text, comma))};
  pack.sequence = {uint32_t(begin), uint32_t(end)};
  pack.whole.begin = uint32_t(begin);
  return begin < end && pack.type.begin < pack.type.end;
}

void rewrite(std::string &text, const Pack &pack) {
  auto part = [&](Span span) { return std::string(span.in(text)); };
  const std::string whole = part(pack.whole), count = part(pack.count);
  bool is_plain = whole.find('#') == whole.npos && count.find('>') == count.npos;
  std::string other =
      "__make_integer_seq<" + part(pack.sequence) + "," + part(pack.type) + "," + count + ">";
  auto lines = [](const std::string &of) { return std::count(of.begin(), of.end(), '\n'); };
  other.append(size_t(lines(whole) - lines(other)), '\n');
  if (is_plain && other.size() <= whole.size())
    text.replace(pack.whole.begin, whole.size(),
                 other + std::string(whole.size() - other.size(), ' '));
}

} // namespace

void spellIntegerPacksForClang(std::string &text) {
  size_t at = 0;
  while ((at = findText(text, builtin, at)) != text.npos) {
    Pack pack;
    if (takeCount(text, at, pack) && takeSequence(text, at, pack))
      rewrite(text, pack);
    at += builtin.size();
  }
}

} // namespace tare
