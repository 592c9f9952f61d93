// SPDX-License-Identifier: Apache-2.0
// Preprocessed text -> parse -> rules -> rewritten text, as tare-instrument does it. Only words of
// pragmas are changed: from other texts Clang itself does not come back.
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/rewrite/attributes.h"
#include "instrumenter/rewrite/rewrite.h"
#include "tests/fuzz/json_mutator.h"

#include <cctype>
#include <cstring>
#include <random>

using namespace tare;

namespace {

const char *const words[] = {"parallel",
                             "for",
                             "simd",
                             "sections",
                             "section",
                             "single",
                             "masked",
                             "critical",
                             "barrier",
                             "atomic",
                             "task",
                             "taskloop",
                             "taskwait",
                             "taskgroup",
                             "taskyield",
                             "ordered",
                             "target",
                             "teams",
                             "loop",
                             "scope",
                             "cancel",
                             "cancellation point",
                             "scan",
                             "tile",
                             "unroll",
                             "declare",
                             "flush",
                             "private(i)",
                             "firstprivate(n)",
                             "shared(n)",
                             "default(none)",
                             "reduction(+: n)",
                             "nowait",
                             "schedule(static, 1)",
                             "schedule(runtime)",
                             "collapse(2)",
                             "if(0)",
                             "num_threads(2)",
                             "untied",
                             "depend(in: n)",
                             "ordered(1)",
                             "mergeable",
                             "nogroup",
                             "copyprivate(n)",
                             "inbranch",
                             "(",
                             ")",
                             ",",
                             ":",
                             "0",
                             "-1",
                             "x",
                             "{",
                             "\\",
                             "\"",
                             "parallel for",
                             "parallel sections",
                             "end"};

/// Words of a pragma's line: where each begins and ends.
std::vector<std::pair<size_t, size_t>> wordsIn(const std::string &text, size_t begin, size_t end) {
  std::vector<std::pair<size_t, size_t>> found;
  auto isWord = [&](size_t at) { return std::isalnum(uint8_t(text[at])) || text[at] == '_'; };
  for (size_t at = begin; at < end;) {
    size_t first = at++;
    while (isWord(first) && at < end && isWord(at))
      ++at;
    if (text[first] != ' ')
      found.emplace_back(first, at);
  }
  return found;
}

std::vector<std::pair<size_t, size_t>> pragmasIn(const std::string &text) {
  constexpr std::string_view mark = "#pragma omp ";
  std::vector<std::pair<size_t, size_t>> found;
  for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
    at += mark.size();
    found.emplace_back(at, std::min(text.find('\n', at), text.size()));
  }
  return found;
}

bool change(std::string &text, std::mt19937 &random) {
  auto lines = pragmasIn(text);
  if (lines.empty())
    return false;
  auto [begin, end] = lines[random() % lines.size()];
  auto found = wordsIn(text, begin, end);
  if (found.empty())
    return false;
  auto [first, last] = found[random() % found.size()];
  std::string word = words[random() % std::size(words)];
  switch (random() % 4) {
  case 0:
    text.replace(first, last - first, word);
    break;
  case 1:
    text.insert(end, " " + word);
    break;
  case 2:
    text.erase(first, last - first);
    break;
  default: // a whole directive, where another one stands
    auto [other, other_end] = lines[random() % lines.size()];
    text.replace(begin, end - begin, text.substr(other, other_end - other));
  }
  return true;
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                          unsigned seed) {
  std::mt19937 random(seed);
  std::string text(reinterpret_cast<const char *>(data), size);
  if (!change(text, random) || text.size() > max_size)
    return size;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  for (bool cplusplus : {false, true}) {
    ParseRequest parse{.unit = "fuzz.c", .compiler = "gcc", .cplusplus = cplusplus};
    RewriteRequest rewrite{.cplusplus = cplusplus, .runtime_path = "/libtare-rt.so.1"};
    std::string pragmas = attributesToPragmas(text, parse.compiler, cplusplus);
    LineMap lines(pragmas);
    UserFiles files(lines, "");
    Result<ParsedUnit> unit = parseUnit(pragmas, parse, files);
    if (!unit.ok())
      continue;
    std::vector<Verdict> verdicts = treat(unit.value(), fullPlan(), "");
    rewriteUnit(pragmas, lines, unit.value(), verdicts, rewrite);
    if (!readNodeTable(writeNodeTable(unit.value().tree)).ok())
      __builtin_trap();
  }
  return 0;
}
