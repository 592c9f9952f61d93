// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/pragma_list.h"

#include "base/text.h"
#include "instrumenter/text/stray_pragma.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Frontend/OpenMP/OMP.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

/// Longer names first where one begins another.
constexpr const char *declarative[] = {
    "threadprivate",  "groupprivate", "declare reduction", "declare induction",
    "declare mapper", "declare simd", "declare target",    "declare variant",
    "allocate",       "requires",     "assumes",           "nothing",
    "error",
};

/// Drops "#pragma omp" from the line. False: it does not begin so.
bool afterOmp(std::string_view &line) {
  if (line.empty() || line[0] != '#')
    return false;
  line = line.substr(1);
  return takeWord(line) == "pragma" && takeWord(line) == "omp";
}

std::string leadingWords(std::string_view line) {
  std::string words;
  for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
    if (!words.empty())
      words += ' ';
    words += word;
  }
  return words;
}

bool startsWithWords(const std::string &text, const std::string &words) {
  return startsWith(text, words) && (text.size() == words.size() || text[words.size()] == ' ');
}

} // namespace

std::vector<UserPragma> userPragmas(std::string_view text, UserFiles &files) {
  std::vector<UserPragma> found;
  uint32_t done = 0;
  for (const LineMap::Line &line : files.lines().lines()) {
    if (line.is_marker || line.offset < done)
      continue;
    size_t hash = text.find_first_not_of(" \t\r\v\f", line.offset);
    if (hash == text.npos || text[hash] != '#')
      continue;
    Span span{uint32_t(hash), logicalLineEnd(text, uint32_t(hash))};
    std::string_view rest = span.in(text);
    bool is_omp = afterOmp(rest);
    std::string ignored = is_omp ? "" : whyIgnored(span.in(text));
    if ((!is_omp && ignored.empty()) || !files.isUser(span.begin))
      continue;
    found.push_back({span, is_omp ? leadingWords(rest) : "", std::move(ignored)});
    done = span.end;
  }
  return found;
}

std::vector<UserPragma> outsideLiterals(std::string_view text, std::vector<UserPragma> pragmas) {
  std::set<uint32_t> lines;
  Lexer lexer(text);
  while (Token token = lexer.next())
    if (token.kind == '#')
      lines.insert(token.span.begin);
  std::erase_if(pragmas, [&](const UserPragma &pragma) { return !lines.count(pragma.span.begin); });
  return pragmas;
}

std::string declarativeName(const UserPragma &pragma) {
  std::string words = pragma.words;
  if (startsWithWords(words, "begin"))
    words = words.substr(std::min(words.size(), sizeof("begin")));
  for (const char *name : declarative)
    if (startsWithWords(words, name))
      return name;
  return {};
}

bool isKnownToClang(const UserPragma &pragma) {
  if (!pragma.passed_over.empty())
    return false;
  for (size_t end = pragma.words.find(' ');; end = pragma.words.find(' ', end + 1)) {
    std::string name = pragma.words.substr(0, end);
    if (llvm::omp::getOpenMPDirectiveKind(name) != llvm::omp::OMPD_unknown)
      return true;
    if (end == pragma.words.npos)
      return false;
  }
}

bool mayMakeTeam(const UserPragma &pragma) {
  static constexpr const char *words[] = {"parallel", "teams", "target", "metadirective"};
  return std::any_of(std::begin(words), std::end(words), [&](const char *word) {
    return pragma.words.find(word) != pragma.words.npos;
  });
}

bool isEndDirective(const UserPragma &pragma) { return startsWithWords(pragma.words, "end"); }

namespace {

/// Whether a line that begins with '#' defines a macro or ends a definition.
bool isOfMacro(std::string_view line) {
  line.remove_prefix(1);
  std::string_view word = takeWord(line);
  return word == "define" || word == "undef";
}

/// A quick look: nearly no text needs the lexer.
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
  Lexer lexer(text);
  while (Token token = lexer.next())
    if (token.kind == '#' && isOfMacro(token.text))
      found.push_back(token.span);
  return found;
}

} // namespace tare
