// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/clause.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace tare {

namespace {

constexpr std::string_view blanks = " \t\r\n\\"; // lines may be continued

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Behind the literal whose first quote is at `at`; `at` itself where there is none: a quote in a
/// number parts its digits.
size_t literalEnd(std::string_view text, size_t at) {
  size_t word = at;
  while (word > 0 && (isWordPart(text[word - 1]) || text[word - 1] == '\''))
    --word;
  bool in_number = word < at && std::isdigit(static_cast<unsigned char>(text[word]));
  if (text[at] != '"' && (text[at] != '\'' || in_number))
    return at;
  size_t end = at + 1;
  while (end < text.size() && text[end] != text[at])
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// Of the bracket at `at`, which is then behind it. Nothing: it is not closed.
std::optional<std::string> argumentsAt(std::string_view directive, size_t &at) {
  std::string arguments;
  for (int depth = 0; at < directive.size(); ++at) {
    if (size_t end = literalEnd(directive, at); end > at) {
      arguments += directive.substr(at, end - at);
      at = end - 1;
      continue;
    }
    char c = directive[at];
    depth += (c == '(') - (c == ')');
    if (depth == 0) {
      ++at;
      return arguments.substr(1);
    }
    if (blanks.find(c) == blanks.npos)
      arguments += c;
  }
  return std::nullopt;
}

} // namespace

std::vector<std::string> clausesOf(std::string_view directive, std::string_view name) {
  std::vector<std::string> clauses;
  for (size_t at = 0; at < directive.size();) {
    if (!isWordPart(directive[at]) && directive[at] != '(') {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < directive.size() && isWordPart(directive[end]))
      ++end;
    std::string_view word = directive.substr(at, end - at);
    at = std::min(directive.find_first_not_of(blanks, end), directive.size());
    bool has_brackets = at < directive.size() && directive[at] == '(';
    std::optional<std::string> arguments = has_brackets ? argumentsAt(directive, at) : "";
    if (word == name && arguments)
      clauses.push_back(*arguments);
  }
  return clauses;
}

} // namespace tare
