// SPDX-License-Identifier: Apache-2.0
#include "base/lexer.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace tare {

namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// Also bytes of identifiers beyond ASCII, in whatever encoding, and universal character names.
bool isIdentifierByte(char c) {
  return isWordCharacter(c) || c == '$' || c == '\\' || static_cast<unsigned char>(c) >= 0x80;
}

bool isRawPrefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

} // namespace

bool Lexer::skipComment() {
  if (text_.substr(at_, 2) == "/*") {
    size_t end = text_.find("*/", at_ + 2);
    at_ = end == text_.npos ? text_.size() : end + 2;
    return true;
  }
  if (text_.substr(at_, 2) != "//")
    return false;
  at_ = logicalLineEnd(text_, uint32_t(at_));
  return true;
}

void Lexer::skipBlanks() {
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

/// A literal that is not closed on its line ends there.
size_t Lexer::quotedEnd(size_t at) const {
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

size_t Lexer::rawEnd(size_t quote) const {
  constexpr size_t longest_delimiter = 16;
  size_t open = text_.find('(', quote);
  if (open == text_.npos || open - quote > longest_delimiter + 1)
    return quotedEnd(quote);
  std::string close = ")";
  close.append(text_.substr(quote + 1, open - quote - 1));
  close += '"';
  size_t end = text_.find(close, open);
  return end == text_.npos ? text_.size() : end + close.size();
}

/// With digit separators.
size_t Lexer::numberEnd(size_t at) const {
  while (at < text_.size()) {
    bool separator = text_[at] == '\'' && at + 1 < text_.size() &&
                     std::isalnum(static_cast<unsigned char>(text_[at + 1]));
    if (!isIdentifierByte(text_[at]) && text_[at] != '.' && !separator)
      break;
    at += separator ? 2 : 1;
  }
  return at;
}

size_t Lexer::wordEnd(size_t at) const {
  while (at < text_.size() && isIdentifierByte(text_[at]))
    ++at;
  return at;
}

Token Lexer::token(char kind, size_t end) {
  Token token{kind, {uint32_t(at_), uint32_t(end)}, text_.substr(at_, end - at_)};
  at_ = end;
  line_start_ = false;
  return token;
}

Token Lexer::punctuation() {
  std::string_view two = text_.substr(at_, 2);
  if (two == "::")
    return token('s', at_ + 2);
  if (two == "<%")
    return token('{', at_ + 2);
  if (two == "%>")
    return token('}', at_ + 2);
  return token(text_[at_], at_ + 1); // never a letter: those are words
}

Token Lexer::next() {
  skipBlanks();
  if (at_ >= text_.size())
    return {};
  char c = text_[at_];
  if (c == '#' && line_start_)
    return token('#', logicalLineEnd(text_, uint32_t(at_)));
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

Token Lexer::closing(char open, char close) {
  int depth = 1;
  Token token;
  do {
    token = next();
    depth += (token.kind == open) - (token.kind == close);
  } while (token && depth > 0);
  return token;
}

std::vector<Token> tokensOf(std::string_view text) {
  std::vector<Token> tokens;
  Lexer lexer(text);
  while (Token token = lexer.next())
    tokens.push_back(token);
  return tokens;
}

uint32_t logicalLineEnd(std::string_view text, uint32_t offset) {
  size_t end = std::min(text.find('\n', offset), text.size());
  auto continued = [&] {
    size_t last = end;
    if (last > offset && text[last - 1] == '\r')
      --last;
    return last > offset && text[last - 1] == '\\';
  };
  while (end < text.size() && continued())
    end = std::min(text.find('\n', end + 1), text.size());
  return uint32_t(end > offset && text[end - 1] == '\r' ? end - 1 : end);
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

std::string_view afterBlanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\v\f"), text.size()));
  return text;
}

std::string_view takeWord(std::string_view &line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r\v\f\\\n"), line.size()));
  auto end = std::ranges::find_if_not(line, isWordCharacter);
  std::string_view word = line.substr(0, size_t(end - line.begin()));
  line.remove_prefix(word.size());
  return word;
}

size_t findText(std::string_view text, std::string_view needle, size_t from) {
  if (from > text.size())
    return text.npos;
  const void *hit = memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
  return hit ? size_t(static_cast<const char *>(hit) - text.data()) : text.npos;
}

size_t findWord(std::string_view text, std::string_view word, size_t from) {
  size_t at = findText(text, word, from);
  for (; at != text.npos; at = findText(text, word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !isWordCharacter(text[at - 1])) &&
        (end == text.size() || !isWordCharacter(text[end])))
      break;
  }
  return at;
}

} // namespace tare
