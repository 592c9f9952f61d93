// SPDX-License-Identifier: Apache-2.0
// Splitting, quoting and hashing of text.
#include "base/text.h"

#include <algorithm>

namespace tare {

std::vector<std::string> splitText(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end; (end = text.find(separator, begin)) != std::string_view::npos; begin = end + 1)
    parts.emplace_back(text.substr(begin, end - begin));
  parts.emplace_back(text.substr(begin));
  return parts;
}

std::string joinText(const std::vector<std::string> &parts, std::string_view separator) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0)
      text += separator;
    text += parts[i];
  }
  return text;
}

std::string_view trimText(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool startsWith(std::string_view text, std::string_view prefix) { return text.starts_with(prefix); }

bool endsWith(std::string_view text, std::string_view suffix) { return text.ends_with(suffix); }

namespace {

/// A redirection may have its file right behind it.
bool isShellOperator(std::string_view word) {
  constexpr std::string_view whole[] = {"|", "||", "&&", ";", "&", "|&"};
  return std::ranges::find(whole, word) != std::end(whole) || startsWith(word, "<") ||
         startsWith(word, ">") || startsWith(word, "2>") || startsWith(word, "&>");
}

/// One pass over a command line. A character or a quote begins a word, so '' is an empty word and
/// blanks alone are none.
class CommandSplitter {
public:
  explicit CommandSplitter(std::string_view text) : text_(text) {}

  Result<std::vector<std::string>> split() {
    while (at_ < text_.size())
      step();
    if (quote_)
      return Error{std::string("command has an open ") + quote_ + " quote", "", "close it"};
    endWord();
    return std::move(words_);
  }

  /// The first operator in the text that was split; empty: none.
  const std::string &shellOperator() const { return operator_; }

private:
  void step() {
    char c = text_[at_++];
    if (quote_ == '\'')
      return c == '\'' ? void(quote_ = 0) : word_.push_back(c);
    if (quote_ == '"')
      return stepInDoubleQuotes(c);
    if (c == '\'' || c == '"') {
      quote_ = c;
      in_word_ = is_quoted_ = true;
    } else if (c == '\\' && at_ < text_.size()) {
      escaped(text_[at_++]);
    } else if (c == ' ' || c == '\t' || c == '\n') {
      endWord();
    } else {
      add(c);
    }
  }

  void stepInDoubleQuotes(char c) {
    if (c == '"') {
      quote_ = 0;
    } else if (c == '\\' && at_ < text_.size() &&
               std::string_view("\"\\$`\n").find(text_[at_]) != std::string_view::npos) {
      escaped(text_[at_++]);
    } else {
      add(c);
    }
  }

  void escaped(char c) {
    is_quoted_ = true;
    if (c != '\n') // backslash, newline: a continued line
      add(c);
  }

  void add(char c) {
    word_.push_back(c);
    in_word_ = true;
  }

  void endWord() {
    if (in_word_ && !is_quoted_ && operator_.empty() && isShellOperator(word_))
      operator_ = word_;
    if (in_word_)
      words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = is_quoted_ = false;
  }

  std::string_view text_;
  size_t at_ = 0;
  char quote_ = 0;
  bool in_word_ = false, is_quoted_ = false;
  std::string word_, operator_;
  std::vector<std::string> words_;
};

bool isPlainWord(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_-+=./,:@%^{}";
  return !word.empty() && word.find_first_not_of(plain) == std::string_view::npos;
}

std::string quoteWord(const std::string &word) {
  if (isPlainWord(word))
    return word;
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// U+200B has no width, U+202A..U+202E and U+2066..U+2069 turn around what is read.
bool isHidden(std::string_view character) {
  return character == "\u200b" || (character >= "\u202a" && character <= "\u202e") ||
         (character >= "\u2066" && character <= "\u2069");
}

/// Length of the UTF-8 sequence at `at`. 0: it is malformed, a control character, or hidden.
size_t printableLength(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  unsigned lead = byte(at);
  if (lead < 0x80)
    return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  size_t length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (lead >= 0xf5)
    return 0;
  for (size_t i = 1; i < length; ++i)
    if (!continuesCharacter(static_cast<char>(byte(at + i))))
      return 0;
  bool is_c1_control = lead == 0xc2 && byte(at + 1) < 0xa0; // U+0080..U+009F: CSI among them
  return is_c1_control || isHidden(text.substr(at, length)) ? 0 : length;
}

} // namespace

Result<std::vector<std::string>> splitCommand(std::string_view command) {
  return CommandSplitter(command).split();
}

std::string shellOperatorIn(std::string_view command) {
  CommandSplitter splitter(command);
  return splitter.split().ok() ? splitter.shellOperator() : "";
}

std::string quoteCommand(const std::vector<std::string> &argv) {
  std::vector<std::string> words;
  for (const std::string &word : argv)
    words.push_back(quoteWord(word));
  return joinText(words, " ");
}

std::string printable(std::string_view text) {
  std::string clean;
  for (size_t at = 0; at < text.size();) {
    size_t length = printableLength(text, at);
    clean += length ? text.substr(at, length) : std::string_view("?");
    at += length ? length : 1;
  }
  return clean;
}

uint64_t hashBytes(std::string_view bytes, uint64_t seed) {
  uint64_t hash = seed;
  for (unsigned char byte : bytes)
    hash = (hash ^ byte) * 1099511628211ull;
  return hash;
}

std::string hex16(uint64_t value) {
  std::string digits(16, '0');
  for (size_t i = 16; i-- > 0; value >>= 4)
    digits[i] = "0123456789abcdef"[value & 15];
  return digits;
}

} // namespace tare
