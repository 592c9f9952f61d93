// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/body_filter.h"

#include "base/text.h"
#include "instrumenter/text/skimmer.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <utility>

namespace tare {

namespace {

/// Adds where `needle` stands in the text; as the start of a word only, if so wished. By memmem:
/// many times faster than std::string_view::find on the megabytes that C++ headers are.
void findAll(std::string_view text, std::string_view needle, bool starts_word,
             std::vector<uint32_t> &found) {
  size_t at = 0;
  while (at < text.size()) {
    const void *hit = memmem(text.data() + at, text.size() - at, needle.data(), needle.size());
    if (!hit)
      return;
    at = size_t(static_cast<const char *>(hit) - text.data());
    if (!starts_word || at == 0 || !isWordCharacter(text[at - 1]))
      found.push_back(uint32_t(at));
    ++at;
  }
}

struct BodyWords {
  int loops = 0;
  bool jumps = false;   // a goto can make a loop too
  bool classes = false; // the loops of their members are counted elsewhere
};

BodyWords wordsOf(std::string_view text, uint32_t begin, uint32_t end) {
  BodyWords words;
  Skimmer skimmer(text.substr(0, end), begin);
  for (Skimmer::Token token = skimmer.next(); token.kind != 0; token = skimmer.next()) {
    if (token.kind != 'w')
      continue;
    std::string_view word = skimmer.word(token);
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
std::pair<std::string, std::string_view> partOfHeader(Skimmer &skimmer) {
  std::string kinds;
  Skimmer::Token last;
  for (Skimmer::Token t = skimmer.next(); t.kind != 0; t = skimmer.next()) {
    kinds += t.kind;
    if (t.kind == ';')
      break;
    last = t;
  }
  return {kinds, skimmer.word(last)};
}

/// Of a loop whose `for` was read last.
std::optional<uint64_t> tripsOfHeader(Skimmer &skimmer) {
  auto [start, first] = partOfHeader(skimmer);
  auto [condition, last] = partOfHeader(skimmer);
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
  std::string_view word = text_.substr(name, sizeof("main"));
  bool is_main = word.substr(0, 4) == "main" && (word.size() < 5 || !isWordCharacter(word[4]));
  return is_main || callers_->mayLeadToRegion(name);
}

bool BodyFilter::mayBeSkipped(uint32_t name) const {
  if (mayHoldSerialCode(name))
    return false;
  Span body = bodyBehind(text_, name);
  if (body.empty() || hasWordIn(name, body.end))
    return false;
  BodyWords words = wordsOf(text_, body.begin, body.end);
  bool loops = words.loops > 0 || words.jumps;
  return !loops || !(loops_may_spin_ || words.classes);
}

int countLoops(std::string_view text, uint32_t begin, uint32_t end) {
  return wordsOf(text, begin, end).loops;
}

std::optional<uint64_t> tripsByText(std::string_view text, Span range) {
  uint64_t trips = 1;
  Skimmer skimmer(text.substr(0, range.end), range.begin);
  for (Skimmer::Token token = skimmer.next(); token.kind != 0; token = skimmer.next()) {
    std::string_view word = token.kind == 'w' ? skimmer.word(token) : std::string_view();
    if (word != "for" && word != "while")
      continue;
    std::optional<uint64_t> own = word == "for" ? tripsOfHeader(skimmer) : std::nullopt;
    if (!own || __builtin_mul_overflow(trips, *own, &trips))
      return std::nullopt;
  }
  return trips;
}

std::vector<std::string_view> calledNames(std::string_view text, Span range) {
  std::vector<std::string_view> names;
  Skimmer skimmer(text.substr(0, range.end), range.begin);
  Skimmer::Token last, before; // the last token, and the one before it
  for (Skimmer::Token token = skimmer.next(); token.kind != 0; token = skimmer.next()) {
    bool is_member = before.kind == '.' || before.kind == '>';
    if (token.kind == '(' && last.kind == 'w' && !is_member)
      names.push_back(skimmer.word(last));
    before = last;
    last = token;
  }
  return names;
}

} // namespace tare
