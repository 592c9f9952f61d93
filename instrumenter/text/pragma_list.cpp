// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/pragma_list.h"

#include "instrumenter/text/skimmer.h"

#include "base/text.h"

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

/// "#pragma omp" and what stands behind it; false when the line is none.
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

std::string_view takeWord(std::string_view &line) {
  size_t first = line.find_first_not_of(" \t\r\v\f\\\n");
  line = first == line.npos ? std::string_view() : line.substr(first);
  size_t end = 0;
  while (end < line.size() &&
         (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_'))
    ++end;
  std::string_view word = line.substr(0, end);
  line = line.substr(end);
  return word;
}

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
    std::string_view rest = text.substr(span.begin, span.end - span.begin);
    if (!afterOmp(rest) || !files.isUser(span.begin))
      continue;
    found.push_back({span, leadingWords(rest)});
    done = span.end;
  }
  return found;
}

std::vector<UserPragma> outsideLiterals(std::string_view text, std::vector<UserPragma> pragmas) {
  std::set<uint32_t> lines;
  Skimmer skimmer(text);
  for (Skimmer::Token token = skimmer.next(); token.kind != 0; token = skimmer.next())
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

} // namespace tare
