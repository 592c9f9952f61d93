// SPDX-License-Identifier: Apache-2.0
// C and C++ text as tokens: brackets and words, seen through strings, characters, numbers, comments
// and directive lines. Whoever must know something of a text without a parser reads it here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Half-open range of byte offsets in a text.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool empty() const { return begin >= end; }
  uint32_t size() const { return end - begin; }
  bool holds(uint32_t offset) const { return begin <= offset && offset < end; }
  std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
  bool operator==(const Span &) const = default;
};

struct Token {
  /// 'w' a word, 'l' a literal, '#' a directive's whole (continued) line, ':' never one half of
  /// "::", which is 's'; else the character itself, digraphs as what they stand for; 0 the end.
  char kind = 0;
  Span span;
  std::string_view text;

  explicit operator bool() const { return kind != 0; }
  /// Empty for a token that is no word.
  std::string_view word() const { return kind == 'w' ? text : std::string_view(); }
  /// What it adds to the depth of parentheses: 1, -1 or 0.
  int depth() const { return (kind == '(') - (kind == ')'); }
};

/// The text must outlive the tokens. Text that no compiler accepts has tokens, too.
class Lexer {
public:
  explicit Lexer(std::string_view text) : Lexer(text, {0, uint32_t(text.size())}) {}
  /// Only the tokens that begin in `range`; all offsets are of the whole text.
  Lexer(std::string_view text, Span range)
      : text_(text.substr(0, range.end)), at_(range.begin),
        line_start_(at_ == 0 || text[at_ - 1] == '\n') {}

  Token next();
  /// Reads on to the bracket that closes the one which was read last. The end: there is none.
  Token closing(char open, char close);

private:
  void skipBlanks();
  bool skipComment();
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

std::vector<Token> tokensOf(std::string_view text);

/// The end of the line at `offset`, without its newline; a backslash before a newline continues it.
uint32_t logicalLineEnd(std::string_view text, uint32_t offset);

/// Ends of lines, also continued ones, are blanks; none at either end.
std::string withSingleBlanks(std::string_view text);

/// Without the blanks at its front; an end of line is none of them.
std::string_view afterBlanks(std::string_view text);

/// The word at the front of a logical line, which is dropped from it with the blanks before it.
std::string_view takeWord(std::string_view &line);

/// Where `needle` stands in the text from `from` on; npos: nowhere. By memmem, which is many times
/// faster than std::string_view::find on the megabytes that C++ headers are.
size_t findText(std::string_view text, std::string_view needle, size_t from = 0);

/// The same for a word that is no part of a longer one, wherever it stands: also in a comment.
size_t findWord(std::string_view text, std::string_view word, size_t from = 0);

} // namespace tare
