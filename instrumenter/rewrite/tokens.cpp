// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/tokens.h"

#include <algorithm>

namespace tare {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool isWord(char c) {
  auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || c == '_' || c == '$' || byte >= 128;
}

class Tokenizer {
public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    while (at_ < text_.size())
      step();
    return std::move(tokens_);
  }

private:
  void step() {
    char c = text_[at_];
    if (c == '\n' || isBlank(c) || c == '\\') {
      line_begins_ = c == '\n' || (line_begins_ && c != '\\');
      ++at_;
    } else if (starts("//")) {
      at_ = lineEnd();
    } else if (starts("/*")) {
      at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
    } else {
      size_t end = c == '#' && line_begins_ ? lineEnd() : tokenEnd(c);
      end = std::min(end, text_.size());
      tokens_.push_back({text_.substr(at_, end - at_), uint32_t(at_), uint32_t(end)});
      at_ = end;
      line_begins_ = false;
    }
  }

  size_t tokenEnd(char c) const {
    if (c == '"' || c == '\'')
      return literalEnd(at_);
    if (c >= '0' && c <= '9')
      return numberEnd();
    if (isWord(c))
      return wordEnd();
    return at_ + (starts("::") ? 2 : 1);
  }

  /// A word, with the literal that it may be the prefix of.
  size_t wordEnd() const {
    size_t end = at_;
    while (end < text_.size() && isWord(text_[end]))
      ++end;
    std::string_view word = text_.substr(at_, end - at_);
    if (end == text_.size())
      return end;
    for (std::string_view prefix : {"R", "LR", "uR", "UR", "u8R"})
      if (word == prefix && text_[end] == '"')
        return rawEnd(end);
    for (std::string_view prefix : {"L", "u", "U", "u8"})
      if (word == prefix && (text_[end] == '"' || text_[end] == '\''))
        return literalEnd(end);
    return end;
  }

  /// Digits may be parted by quotes: 1'000.
  size_t numberEnd() const {
    size_t end = at_ + 1;
    while (end < text_.size() &&
           (isWord(text_[end]) || text_[end] == '.' ||
            (text_[end] == '\'' && end + 1 < text_.size() && isWord(text_[end + 1]))))
      ++end;
    return end;
  }

  size_t literalEnd(size_t quote) const {
    size_t end = quote + 1;
    while (end < text_.size() && text_[end] != text_[quote] && text_[end] != '\n')
      end += text_[end] == '\\' ? 2 : 1;
    return end + 1;
  }

  size_t rawEnd(size_t quote) const {
    size_t open = text_.find('(', quote);
    if (open == text_.npos)
      return text_.size();
    std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    size_t end = text_.find(close, open);
    return end == text_.npos ? text_.size() : end + close.size();
  }

  /// Of the logical line.
  size_t lineEnd() const {
    size_t end = std::min(text_.find('\n', at_), text_.size());
    while (end < text_.size() && end > at_ &&
           (text_[end - 1] == '\\' || (text_[end - 1] == '\r' && text_[end - 2] == '\\')))
      end = std::min(text_.find('\n', end + 1), text_.size());
    return end;
  }

  bool starts(std::string_view text) const { return text_.substr(at_, text.size()) == text; }

  std::string_view text_;
  size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokensOf(std::string_view text) { return Tokenizer(text).run(); }

} // namespace tare
