// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/clause.h"

#include "base/lexer.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>

namespace tare {

namespace {

/// The text up to the bracket that closes the one which was read last, without blanks. Nothing:
/// the bracket is never closed.
std::optional<std::string> argumentsIn(Lexer &lexer) {
  std::string arguments;
  int open = 1;
  while (Token token = lexer.next()) {
    open += token.depth();
    if (open == 0)
      return arguments;
    arguments += token.text;
  }
  return std::nullopt;
}

/// Where the modifiers end: at the first colon, if only words stand in front of it ("? :" and "::"
/// belong to an expression). The modifiers of a reduction end at a comma, and its identifier
/// follows. 0: there are none.
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
    clause.words = splitText(arguments.substr(0, end), ',');
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
  Lexer lexer(directive);
  for (Token token = lexer.next(); token;) {
    std::string_view name = token.word();
    if (!name.empty())
      token = lexer.next();
    bool has_brackets = token.kind == '(';
    std::optional<std::string> arguments = has_brackets ? argumentsIn(lexer) : "";
    if (!name.empty() && arguments)
      clauses.push_back(clauseOf(name, *arguments));
    if (name.empty() || has_brackets)
      token = lexer.next();
  }
  return clauses;
}

} // namespace tare
