// SPDX-License-Identifier: Apache-2.0
// A lexer that knows just enough of C and C++ to see brackets and words through strings,
// characters, numbers, comments and directive lines. For what must be known of the text without
// parsing it.
#pragma once

#include "instrumenter/text/construct.h"

#include <string_view>
#include <vector>

namespace tare {

class Skimmer {
public:
  struct Token {
    /// 'w' a word, 'l' a literal, '#' a directive's whole (continued) line, ':' never one half of
    /// "::", which is 's'; else the character itself, digraphs as what they stand for; 0 the end.
    char kind = 0;
    Span span;
  };

  explicit Skimmer(std::string_view text, uint32_t start = 0)
      : text_(text), at_(start), line_start_(start == 0 || text[start - 1] == '\n') {}

  Token next();
  std::string_view word(const Token &token) const {
    return text_.substr(token.span.begin, token.span.end - token.span.begin);
  }

private:
  void skipBlanks();
  bool skipComment();
  size_t directiveEnd(size_t at) const;
  size_t quotedEnd(size_t at) const;
  size_t rawEnd(size_t quote) const;
  size_t numberEnd(size_t at) const;
  size_t wordEnd(size_t at) const;
  Token token(char kind, size_t end);
  Token punctuation();

  std::string_view text_;
  size_t at_;
  bool line_start_;
};

/// Ends of lines, also continued ones, are blanks; none at either end.
std::string withSingleBlanks(std::string_view text);

/// The body of the function whose name stands at `name`: from '{' behind its parameters to behind
/// the matching '}'. Empty where that takes a parser to tell (initialiser lists, function try
/// blocks, K&R parameters, template arguments in the name).
Span bodyBehind(std::string_view text, uint32_t name);

/// Behind the '}' that matches the '{' which was read last; 0 when there is none.
uint32_t closingBrace(Skimmer &skimmer);

/// The literals that hold an end of line: raw strings, and continued ones. In order.
std::vector<Span> literalsOverLines(std::string_view text);

/// The (continued) lines outside literals that define a macro or end its definition. In order.
std::vector<Span> macroLines(std::string_view text);

} // namespace tare
