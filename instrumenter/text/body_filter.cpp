// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/body_filter.h"

#include "base/text.h"
#include "instrumenter/text/function_texts.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace tare {

namespace {

/// Adds where `needle` stands in the text; as the start of a word only, if so wished.
void findAll(std::string_view text, std::string_view needle, bool starts_word,
             std::vector<uint32_t> &found) {
  for (size_t at = findText(text, needle); at != text.npos; at = findText(text, needle, at + 1))
    if (!starts_word || at == 0 || !isWordCharacter(text[at - 1]))
      found.push_back(uint32_t(at));
}

struct BodyWords {
  int loops = 0;
  bool jumps = false;   // a goto can make a loop too
  bool classes = false; // the loops of their members are counted elsewhere
};

BodyWords wordsOf(std::string_view text, Span range) {
  BodyWords words;
  Lexer lexer(text, range);
  while (Token token = lexer.next()) {
    std::string_view word = token.word();
    words.loops += word == "for" || word == "while"; // do has its while
    words.jumps = words.jumps || word == "goto";
    words.classes = words.classes || word == "class" || word == "struct" || word == "union";
  }
  return words;
}

std::optional<uint64_t> numberOf(std::string_view word) {
  uint64_t value = 0;
  const char *end = word.data() + word.size();
  auto [behind, error] = std::from_chars(word.data(), end, value);
  bool is_whole =
      std::all_of(behind, end, [](char c) { return std::string_view("uUlL").find(c) < 4; });
  return error == std::errc() && is_whole ? std::optional(value) : std::nullopt;
}

/// The tokens up to the next semicolon and with it: their kinds, and the word in front of it.
std::pair<std::string, std::string_view> partOfHeader(Lexer &lexer) {
  std::string kinds;
  std::string_view last;
  while (Token token = lexer.next()) {
    kinds += token.kind;
    if (token.kind == ';')
      break;
    last = token.text;
  }
  return {kinds, last};
}

/// Of a loop whose `for` was read last.
std::optional<uint64_t> tripsOfHeader(Lexer &lexer) {
  auto [start, first] = partOfHeader(lexer);
  auto [condition, last] = partOfHeader(lexer);
  std::optional<uint64_t> from = numberOf(first), to = numberOf(last);
  bool up_to = condition == "w<=l;";
  if (!endsWith(start, "=l;") || !(condition == "w<l;" || up_to) || !from || !to)
    return std::nullopt;
  return *to > *from ? *to - *from + up_to : 0;
}

} // namespace

BodyFilter::BodyFilter(std::string_view text, UserFiles &files) : text_(text) {
  std::vector<uint32_t> flags;
  for (const char *word : {"volatile", "atomic", "_Atomic", "__sync_"})
    findAll(text, word, false, flags);
  loops_may_spin_ =
      std::any_of(flags.begin(), flags.end(), [&](uint32_t at) { return files.isUser(at); });
  words_ = std::move(flags);
  findAll(text, "omp", true, words_);
  findAll(text, "flush", false, words_);
  std::sort(words_.begin(), words_.end());
}

bool BodyFilter::hasWordIn(uint32_t begin, uint32_t end) const {
  auto found = std::lower_bound(words_.begin(), words_.end(), begin);
  return found != words_.end() && *found < end;
}

bool BodyFilter::mayHoldSerialCode(uint32_t name) const {
  if (!callers_)
    return false;
  std::string_view rest = text_.substr(name);
  return takeWord(rest) == "main" || callers_->mayLeadToRegion(name);
}

bool BodyFilter::mayBeSkipped(uint32_t name) const {
  if (mayHoldSerialCode(name))
    return false;
  Span body = bodyBehind(text_, name);
  if (body.empty() || hasWordIn(name, body.end))
    return false;
  BodyWords words = wordsOf(text_, body);
  bool loops = words.loops > 0 || words.jumps;
  return !loops || !(loops_may_spin_ || words.classes);
}

int countLoops(std::string_view text, Span range) { return wordsOf(text, range).loops; }

std::optional<uint64_t> tripsByText(std::string_view text, Span range) {
  uint64_t trips = 1;
  Lexer lexer(text, range);
  while (Token token = lexer.next()) {
    std::string_view word = token.word();
    if (word != "for" && word != "while")
      continue;
    std::optional<uint64_t> own = word == "for" ? tripsOfHeader(lexer) : std::nullopt;
    if (!own || __builtin_mul_overflow(trips, *own, &trips))
      return std::nullopt;
  }
  return trips;
}

std::vector<std::string_view> calledNames(std::string_view text, Span range) {
  std::vector<std::string_view> names;
  Lexer lexer(text, range);
  Token last, before; // the last token, and the one before it
  while (Token token = lexer.next()) {
    bool is_member = before.kind == '.' || before.kind == '>';
    if (token.kind == '(' && last.kind == 'w' && !is_member)
      names.push_back(last.text);
    before = last;
    last = token;
  }
  return names;
}

} // namespace tare
