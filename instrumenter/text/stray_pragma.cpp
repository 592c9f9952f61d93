// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/stray_pragma.h"

#include "base/lexer.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>

namespace tare {

namespace {

std::string lowerCase(std::string_view word) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

/// Whether a directive that is executed begins with this word.
bool beginsDirective(std::string_view word) {
  static constexpr std::string_view words[] = {
      "parallel",  "for",    "sections", "section", "single", "master",   "masked",     "critical",
      "barrier",   "atomic", "flush",    "ordered", "task",   "taskloop", "taskwait",   "taskgroup",
      "taskyield", "simd",   "target",   "teams",   "loop",   "scope",    "distribute", "cancel"};
  return std::ranges::count(words, word) > 0;
}

/// The word omp in other letters, or with one too many, one missing or two exchanged.
bool looksLikeOmp(std::string_view word) {
  static constexpr std::string_view spellings[] = {"omp", "openmp", "opm",  "mop",  "op",
                                                   "om",  "mp",     "oomp", "ommp", "ompp"};
  return std::ranges::count(spellings, lowerCase(word)) > 0;
}

/// `ompparallel`, `omp_for`: the word omp with the directive's in one.
bool isJoined(std::string_view word) {
  if (lowerCase(word.substr(0, 3)) != "omp")
    return false;
  word.remove_prefix(3);
  word.remove_prefix(std::min(word.find_first_not_of('_'), word.size()));
  return beginsDirective(word);
}

/// Behind these words the rest of a pragma is for people.
bool isRemark(std::string_view word) {
  static constexpr std::string_view words[] = {"region", "endregion", "mark", "message", "poison"};
  return std::ranges::count(words, word) > 0;
}

/// Drops "#pragma" from the line. False: it does not begin so.
bool afterPragma(std::string_view &line) {
  if (line.empty() || line[0] != '#')
    return false;
  line.remove_prefix(1);
  return takeWord(line) == "pragma";
}

/// What the pragma begins with where omp should stand. Empty: it was not meant for OpenMP.
std::string_view strayBeginning(std::string_view rest) {
  std::string_view start = afterBlanks(rest), after = start;
  if (!start.empty() && !isWordCharacter(start[0])) { // `$omp`, `!omp`
    size_t length = std::min(start.find_first_of("oO"), start.size());
    after.remove_prefix(length);
    bool is_omp = lowerCase(takeWord(after)) == "omp" && beginsDirective(takeWord(after));
    return is_omp ? start.substr(0, length) : std::string_view();
  }
  std::string_view first = takeWord(after), behind = after, second = takeWord(behind);
  if (first == "omp" || isRemark(first))
    return {};
  bool is_meant = isJoined(first) || (looksLikeOmp(first) && beginsDirective(second)) ||
                  (lowerCase(second) == "omp" && beginsDirective(takeWord(behind)));
  return is_meant ? first : std::string_view();
}

} // namespace

std::string whyIgnored(std::string_view line) {
  if (!afterPragma(line))
    return {};
  std::string_view stray = strayBeginning(line);
  return stray.empty()
             ? ""
             : "compilers ignore it: it begins with '" + std::string(stray) + "', not with 'omp'";
}

std::string wordsOfPragma(std::string_view line) {
  return afterPragma(line) ? withSingleBlanks(line) : std::string();
}

} // namespace tare
