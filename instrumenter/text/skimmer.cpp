// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/skimmer.h"

#include "instrumenter/text/pragma_list.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace tare {

namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// Also bytes of identifiers beyond ASCII, in whatever encoding, and universal character names.
bool isIdentifierByte(char c) {
  auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || c == '_' || c == '$' || c == '\\' || byte >= 0x80;
}

bool isRawPrefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

} // namespace

bool Skimmer::skipComment() {
  if (text_.substr(at_, 2) == "/*") {
    size_t end = text_.find("*/", at_ + 2);
    at_ = end == text_.npos ? text_.size() : end + 2;
    return true;
  }
  if (text_.substr(at_, 2) != "//")
    return false;
  at_ = directiveEnd(at_);
  return true;
}

void Skimmer::skipBlanks() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == '\n')
      line_start_ = true;
    else if (c == '\\' && (text_.substr(at_ + 1, 1) == "\n" || text_.substr(at_ + 1, 2) == "\r\n"))
      at_ += text_[at_ + 1] == '\n' ? 1 : 2;
    else if (!std::isspace(static_cast<unsigned char>(c))) {
      if (c != '/' || !skipComment())
        return;
      continue;
    }
    ++at_;
  }
}

/// The newline that ends a line and is not continued, or the end of the text.
size_t Skimmer::directiveEnd(size_t at) const {
  for (size_t end = text_.find('\n', at); end != text_.npos; end = text_.find('\n', end + 1)) {
    size_t last = end;
    if (last > at && text_[last - 1] == '\r')
      --last;
    if (last == at || text_[last - 1] != '\\')
      return end;
  }
  return text_.size();
}

/// A literal that is not closed on its line ends there: text that no compiler accepts.
size_t Skimmer::quotedEnd(size_t at) const {
  char quote = text_[at];
  for (size_t i = at + 1; i < text_.size(); ++i) {
    if (text_[i] == '\\')
      i += text_.substr(i + 1, 2) == "\r\n" ? 2 : 1;
    else if (text_[i] == quote)
      return i + 1;
    else if (text_[i] == '\n')
      return i;
  }
  return text_.size();
}

size_t Skimmer::rawEnd(size_t quote) const {
  size_t open = text_.find('(', quote);
  if (open == text_.npos || open - quote > 17)
    return quotedEnd(quote);
  std::string close = ")";
  close.append(text_.substr(quote + 1, open - quote - 1));
  close += '"';
  size_t end = text_.find(close, open);
  return end == text_.npos ? text_.size() : end + close.size();
}

/// With digit separators.
size_t Skimmer::numberEnd(size_t at) const {
  while (at < text_.size()) {
    bool separator = text_[at] == '\'' && at + 1 < text_.size() &&
                     std::isalnum(static_cast<unsigned char>(text_[at + 1]));
    if (!isIdentifierByte(text_[at]) && text_[at] != '.' && !separator)
      break;
    at += separator ? 2 : 1;
  }
  return at;
}

size_t Skimmer::wordEnd(size_t at) const {
  while (at < text_.size() && isIdentifierByte(text_[at]))
    ++at;
  return at;
}

Skimmer::Token Skimmer::token(char kind, size_t end) {
  Token token{kind, {uint32_t(at_), uint32_t(end)}};
  at_ = end;
  line_start_ = false;
  return token;
}

Skimmer::Token Skimmer::punctuation() {
  std::string_view two = text_.substr(at_, 2);
  if (two == "::")
    return token('s', at_ + 2);
  if (two == "<%")
    return token('{', at_ + 2);
  if (two == "%>")
    return token('}', at_ + 2);
  return token(text_[at_], at_ + 1); // never a letter: those are words
}

Skimmer::Token Skimmer::next() {
  skipBlanks();
  if (at_ >= text_.size())
    return {};
  char c = text_[at_];
  if (c == '#' && line_start_)
    return token('#', directiveEnd(at_));
  if (c == '"' || c == '\'')
    return token('l', quotedEnd(at_));
  if (isDigit(c))
    return token('l', numberEnd(at_));
  if (!isIdentifierByte(c))
    return punctuation();
  size_t end = wordEnd(at_);
  if (end < text_.size() && text_[end] == '"' && isRawPrefix(text_.substr(at_, end - at_)))
    return token('l', rawEnd(end));
  return token('w', end);
}

uint32_t closingBrace(Skimmer &skimmer) {
  for (int depth = 1;;) {
    Skimmer::Token token = skimmer.next();
    if (token.kind == 0)
      return 0;
    depth += token.kind == '{' ? 1 : token.kind == '}' ? -1 : 0;
    if (depth == 0)
      return token.span.end;
  }
}

std::string withSingleBlanks(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    bool continues = text[at] == '\\' && at + 1 < text.size() &&
                     (text[at + 1] == '\n' || text[at + 1] == '\r'); // else it is a literal's
    bool blank = std::isspace(static_cast<unsigned char>(text[at])) || continues;
    if (!blank)
      result += text[at];
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (!result.empty() && result.back() == ' ')
    result.pop_back();
  return result;
}

Span bodyBehind(std::string_view text, uint32_t name) {
  Skimmer skimmer(text, name);
  bool has_parameters = false;
  for (int depth = 0;;) {
    Skimmer::Token token = skimmer.next();
    if (token.kind == '(')
      ++depth;
    else if (token.kind == ')' && --depth == 0)
      has_parameters = true;
    if (depth < 0 || token.kind == 0)
      return {};
    if (depth > 0)
      continue;
    if (token.kind == '{') {
      uint32_t end = has_parameters ? closingBrace(skimmer) : 0;
      return {token.span.begin, end};
    }
    std::string_view word = token.kind == 'w' ? skimmer.word(token) : std::string_view();
    bool unclear = token.kind == ':' || token.kind == ';' || token.kind == '<' ||
                   token.kind == '=' || token.kind == '}' || word == "try" || word == "requires";
    if (unclear)
      return {};
  }
}

std::vector<Span> literalsOverLines(std::string_view text) {
  std::vector<Span> found;
  Skimmer skimmer(text);
  for (Skimmer::Token token = skimmer.next(); token.kind != 0; token = skimmer.next())
    if (token.kind == 'l' && skimmer.word(token).find('\n') != text.npos)
      found.push_back(token.span);
  return found;
}

namespace {

/// Of a line that begins with '#'.
bool isOfMacro(std::string_view line) {
  line.remove_prefix(1);
  std::string_view word = takeWord(line);
  return word == "define" || word == "undef";
}

/// Spares nearly every text the lexer.
bool mayHaveMacroLines(std::string_view text) {
  for (size_t at = text.find('#'); at != text.npos; at = text.find('#', at + 1))
    if (isOfMacro(text.substr(at)))
      return true;
  return false;
}

} // namespace

std::vector<Span> macroLines(std::string_view text) {
  std::vector<Span> found;
  if (!mayHaveMacroLines(text))
    return found;
  Skimmer skimmer(text);
  for (Skimmer::Token token = skimmer.next(); token.kind != 0; token = skimmer.next())
    if (token.kind == '#' && isOfMacro(skimmer.word(token)))
      found.push_back(token.span);
  return found;
}

} // namespace tare
