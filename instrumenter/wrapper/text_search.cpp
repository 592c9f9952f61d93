// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/text_search.h"

#include "base/lexer.h"
#include "base/text.h"

#include <algorithm>
#include <optional>

namespace tare {

namespace {

/// A directive that declares something and executes nothing. clang's own omp.h has some, and it
/// is no reason to parse every unit that includes it.
bool isDeclaration(std::string_view directive) {
  std::string_view word = takeWord(directive);
  if (word == "begin" || word == "end")
    word = takeWord(directive);
  return word == "declare" || word == "threadprivate" || word == "requires";
}

/// The text behind `pragma omp` in a line. Nothing: there is none, or it only declares.
std::optional<std::string_view> directiveIn(std::string_view line) {
  constexpr std::string_view pragma = "pragma";
  size_t at = line.find(pragma);
  if (at == line.npos)
    return std::nullopt;
  line.remove_prefix(at + pragma.size());
  return takeWord(line) == "omp" && !isDeclaration(line) ? std::optional(line) : std::nullopt;
}

/// Whether what stands behind `pragma` may have been meant for OpenMP: `X omp`, `OMP`, `opm`,
/// `ompparallel`, `$omp`. Compilers ignore it, and people must be told.
bool mayBeMeantForOpenmp(std::string_view line) {
  constexpr std::string_view slips[] = {"openmp", "opm", "mop", "op", "om", "mp"};
  auto isOmp = [](std::string_view word) {
    return word.size() == 3 && (word[0] | 0x20) == 'o' && (word[1] | 0x20) == 'm' &&
           (word[2] | 0x20) == 'p';
  };
  line = afterBlanks(line);
  size_t marks = std::min(line.find_first_of("oO"), line.size()); // of `$omp`, `!$omp`
  bool is_marked = marks > 0 && !isWordCharacter(line[0]) && line[0] != '\\';
  line.remove_prefix(is_marked ? marks : 0);
  std::string_view first = takeWord(line), second = takeWord(line);
  return (first != "omp" || is_marked) &&
         (isOmp(first.substr(0, 3)) || isOmp(second) || std::ranges::count(slips, first) > 0);
}

bool endsWithWord(std::string_view text, std::string_view word) {
  return endsWith(text, word) && findWord(text, word, text.size() - word.size()) != text.npos;
}

/// What stands behind the next `omp::` or `using omp:`, however they are spaced, which begin an
/// attribute; `text` is left behind it. Empty: none.
std::string_view takeAttribute(std::string_view &text) {
  constexpr std::string_view name = "omp";
  for (size_t at = findWord(text, name); at != text.npos; at = findWord(text, name, at + 1)) {
    std::string_view before = text.substr(0, at), rest = trimText(text.substr(at + name.size()));
    bool scoped = startsWith(rest, "::");
    if (!scoped && !(startsWith(rest, ":") && endsWithWord(trimText(before), "using")))
      continue;
    text.remove_prefix(at + name.size());
    return trimText(rest.substr(scoped ? 2 : 1));
  }
  return {};
}

bool hasDirectiveAttribute(std::string_view line) {
  for (std::string_view rest = takeAttribute(line); !rest.empty(); rest = takeAttribute(line))
    if (startsWith(rest, "directive") || startsWith(rest, "sequence"))
      return true;
  return false;
}

/// Is a lock routine named outside a declaration such as omp.h's?
bool callsLockRoutine(std::string_view text) {
  constexpr std::string_view routines[] = {"omp_set_lock",        "omp_unset_lock",
                                           "omp_test_lock",       "omp_set_nest_lock",
                                           "omp_unset_nest_lock", "omp_test_nest_lock"};
  constexpr std::string_view prefix = "omp_";
  for (size_t at = findText(text, prefix); at != text.npos; at = findText(text, prefix, at + 1)) {
    std::string_view rest = text.substr(at), line = text.substr(0, at);
    line.remove_prefix(line.rfind('\n') + 1); // npos + 1 is 0
    if (std::ranges::count(routines, takeWord(rest)) && !startsWith(trimText(line), "extern"))
      return true;
  }
  return false;
}

/// The word omp, unless it is the name of the header omp.h or begins a `declare`, which executes
/// nothing: glibc's math.h declares its vector functions so.
bool hasOmpWord(std::string_view text) {
  constexpr std::string_view word = "omp";
  for (size_t at = findWord(text, word); at != text.npos; at = findWord(text, word, at + 1)) {
    std::string_view rest = text.substr(at + word.size());
    if (!startsWith(rest, ".h") && !startsWith(afterBlanks(rest), "declare "))
      return true;
  }
  return false;
}

/// Calls `use` for each line until it returns true, and returns whether one did.
template <class Use> bool anyLine(std::string_view text, Use use) {
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (use(text.substr(at, end - at)))
      return true;
    at = end + 1;
  }
  return false;
}

std::string_view takeName(std::string_view &line) {
  std::string_view word = takeWord(line);
  return startsWith(word, "__") ? word.substr(2) : word;
}

/// As the language has it: behind `import = 3` or `module.x` stands something else.
bool namesModule(std::string_view line) {
  std::string_view word = takeName(line);
  if (word == "export")
    word = takeName(line);
  if (word != "import" && word != "module")
    return false;
  line = trimText(line);
  if (line.empty() || startsWith(line, "::"))
    return false;
  char next = line[0];
  return isWordCharacter(next) || next == ':' ||
         (word == "module" ? next == ';' : next == '<' || next == '"');
}

/// Reads the text behind a `#`. False: it may name a file in a way that is not read here, or it is
/// a pragma that may have been meant for OpenMP.
bool readDirective(std::string_view line, std::vector<std::string> &includes) {
  constexpr size_t longest_cut = sizeof("include") - 1; // of a name that goes on in the next line
  line = afterBlanks(line);
  std::string_view rest = line, name = takeWord(rest);
  bool is_cut = name.size() <= longest_cut && startsWith(rest, "\\");
  if (is_cut || startsWith(line, "\\") || startsWith(line, "/*")) // or stands behind a comment
    return false;
  if (name != "include" && name != "include_next" && name != "import")
    return name != "pragma" || !mayBeMeantForOpenmp(rest);
  rest = afterBlanks(rest);
  if (rest.empty() || (rest[0] != '<' && rest[0] != '"')) // a macro may say which, words do not
    return !rest.empty() && !isWordCharacter(rest[0]) && rest[0] != '\\' && rest[0] != '/';
  size_t end = rest.find(rest[0] == '<' ? '>' : '"', 1);
  if (end == rest.npos)
    return false;
  includes.emplace_back(rest.substr(0, end));
  return true;
}

/// Does the `#` at this place begin a directive? Only blanks and comments may stand before it.
bool beginsDirective(std::string_view text, size_t at) {
  size_t line = text.rfind('\n', at) + 1; // npos + 1 is 0
  std::string_view before = trimText(text.substr(line, at - line));
  return before.empty() || endsWith(before, "*/");
}

} // namespace

bool isInstrumented(std::string_view text) {
  return text.find("\n# 1 \"<tare>\" 3\n") != text.npos;
}

bool mayContainOpenmp(std::string_view text) {
  constexpr std::string_view pragma = "pragma";
  for (size_t at = findText(text, pragma); at != text.npos; at = findText(text, pragma, at + 1))
    if (std::string_view line = text.substr(at, text.find('\n', at) - at);
        directiveIn(line) || mayBeMeantForOpenmp(line.substr(pragma.size())))
      return true;
  return callsLockRoutine(text) || !takeAttribute(text).empty();
}

bool mayDefineMain(std::string_view text) {
  constexpr std::string_view name = "main";
  for (size_t at = findWord(text, name); at != text.npos; at = findWord(text, name, at + 1)) {
    std::string_view before = trimText(text.substr(0, at));
    std::string_view behind = trimText(text.substr(at + name.size()));
    bool is_member = endsWith(before, ".") || endsWith(before, "->") || endsWith(before, "::");
    if (!is_member && startsWith(behind, "("))
      return true;
  }
  return false;
}

std::vector<std::string> directivesIn(std::string_view text) {
  std::vector<std::string> found;
  anyLine(text, [&](std::string_view line) {
    line = trimText(line);
    if (auto directive = directiveIn(line))
      found.emplace_back(*directive);
    else if (hasDirectiveAttribute(line))
      found.emplace_back(line);
    return false;
  });
  return found;
}

bool namesAny(std::string_view text, std::string_view names) {
  for (const std::string &name : splitText(names, ',')) {
    size_t colons = name.rfind("::");
    std::string_view last = std::string_view(name).substr(colons == name.npos ? 0 : colons + 2);
    if (last.empty())
      continue;
    for (size_t at = findText(text, last); at != text.npos; at = findText(text, last, at + 1)) {
      size_t end = at + last.size();
      if ((at == 0 || !isWordCharacter(text[at - 1])) &&
          (end == text.size() || !isWordCharacter(text[end])))
        return true;
    }
  }
  return false;
}

bool namesModules(std::string_view text) { return anyLine(text, namesModule); }

bool declaresModule(std::string_view text) {
  return anyLine(text, [](std::string_view line) {
    std::string_view rest = line;
    return takeName(rest) == "export" && takeName(rest) == "module" && namesModule(line);
  });
}

ScannedText scanText(std::string_view text) {
  ScannedText scanned;
  // Digraphs and trigraphs can spell a `#` that is not one.
  scanned.may_have_openmp = hasOmpWord(text) || callsLockRoutine(text) ||
                            text.find("%:") != text.npos || text.find("?\?=") != text.npos;
  for (size_t at = text.find('#'); at != text.npos; at = text.find('#', at + 1)) {
    std::string_view line = text.substr(at + 1, text.find('\n', at) - at - 1);
    if (beginsDirective(text, at) && !readDirective(line, scanned.includes))
      scanned.may_have_openmp = true;
  }
  return scanned;
}

} // namespace tare
