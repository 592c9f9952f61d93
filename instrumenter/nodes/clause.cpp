// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/clause.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tare {

namespace {

constexpr std::string_view blanks = " \t\r\n\\"; // lines may be continued

/// Behind the literal whose first quote is at `at`; `at` itself where there is none: a quote in a
/// number parts its digits.
size_t literalEnd(std::string_view text, size_t at) {
  size_t word = at;
  while (word > 0 && (isWordCharacter(text[word - 1]) || text[word - 1] == '\''))
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

std::vector<std::string> splitAtCommas(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    words.emplace_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

/// Where the modifiers end: at the first colon, if only words stand in front of it ("? :" and "::"
/// are of an expression). A reduction's end at a comma: what follows is its identifier. 0: none.
size_t modifiersEnd(std::string_view name, std::string_view arguments) {
  size_t end = 0;
  while (end < arguments.size() && (isWordCharacter(arguments[end]) || arguments[end] == ','))
    ++end;
  if (name.ends_with("reduction"))
    return arguments.find(',') < end ? arguments.find(',') : 0;
  return arguments.substr(end, 1) == ":" && arguments.substr(end, 2) != "::" ? end : 0;
}

bool beginsWithKeyword(std::string_view name) {
  constexpr std::string_view names[] = {"schedule", "dist_schedule", "default",
                                        "order",    "proc_bind",     "bind"};
  return std::ranges::find(names, name) != std::end(names);
}

std::optional<int64_t> plainNumber(std::string_view digits) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  bool plain =
      error == std::errc() && end == digits.data() + digits.size() && digits.front() != '-';
  return plain ? std::optional(value) : std::nullopt;
}

Clause clauseOf(std::string_view name, std::string_view arguments) {
  Clause clause;
  clause.name = name;
  if (size_t end = modifiersEnd(name, arguments); end > 0) {
    clause.words = splitAtCommas(arguments.substr(0, end));
    arguments.remove_prefix(end + 1);
  }
  if (beginsWithKeyword(name) && !arguments.empty()) {
    size_t comma = std::min(arguments.find(','), arguments.size());
    clause.words.emplace_back(arguments.substr(0, comma));
    arguments.remove_prefix(std::min(comma + 1, arguments.size()));
  }
  clause.expression = arguments;
  clause.value = plainNumber(arguments);
  return clause;
}

} // namespace

bool Clause::hasWord(std::string_view word) const {
  return std::ranges::find(words, word) != words.end();
}

std::vector<Clause> clausesIn(std::string_view directive) {
  std::vector<Clause> clauses;
  for (size_t at = 0; at < directive.size();) {
    if (!isWordCharacter(directive[at]) && directive[at] != '(') {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < directive.size() && isWordCharacter(directive[end]))
      ++end;
    std::string_view word = directive.substr(at, end - at);
    at = std::min(directive.find_first_not_of(blanks, end), directive.size());
    bool has_brackets = at < directive.size() && directive[at] == '(';
    std::optional<std::string> arguments = has_brackets ? argumentsAt(directive, at) : "";
    if (!word.empty() && arguments)
      clauses.push_back(clauseOf(word, *arguments));
  }
  return clauses;
}

} // namespace tare
