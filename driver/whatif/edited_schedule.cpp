// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/edited_schedule.h"

#include <cctype>

namespace tare {

namespace {

/// Where the logical line ends: lines that end in a backslash go on.
size_t endOfDirective(const std::string &text, size_t begin) {
  size_t end = text.find('\n', begin);
  while (end != std::string::npos && end > begin && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  return end == std::string::npos ? text.size() : end;
}

bool isWordAt(const std::string &text, size_t at, size_t length) {
  auto isName = [&](size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  return (at == 0 || !isName(at - 1)) && !isName(at + length);
}

size_t findWord(const std::string &text, const std::string &word) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (isWordAt(text, at, word.size()))
      return at;
  return std::string::npos;
}

/// A word in capitals may be a macro that stands for clauses.
bool hasMacro(const std::string &directive) {
  int depth = 0;
  for (size_t i = 0; i < directive.size(); ++i) {
    depth += directive[i] == '(' ? 1 : directive[i] == ')' ? -1 : 0;
    bool begins = std::isupper(static_cast<unsigned char>(directive[i])) &&
                  (i == 0 || !(std::isalnum(static_cast<unsigned char>(directive[i - 1])) ||
                               directive[i - 1] == '_'));
    if (depth == 0 && begins)
      return true;
  }
  return false;
}

} // namespace

Result<std::string> withSchedule(const std::string &text, int line, const LoopSchedule &schedule) {
  size_t begin = 0;
  for (int at = 1; at < line && begin != std::string::npos; ++at)
    if ((begin = text.find('\n', begin)) != std::string::npos)
      ++begin;
  if (begin == std::string::npos)
    return Error{"the source has no such line"};
  size_t end = endOfDirective(text, begin);
  std::string directive = text.substr(begin, end - begin);
  if (findWord(directive, "pragma") == std::string::npos ||
      findWord(directive, "for") == std::string::npos)
    return Error{"no pragma of a worksharing loop stands there"};
  std::string clause = "schedule(" + schedule.text() + ")";
  size_t word = findWord(directive, "schedule");
  if (word == std::string::npos) {
    if (hasMacro(directive))
      return Error{"a macro may hold the schedule clause"};
    directive += " " + clause;
  } else {
    size_t open = directive.find('(', word), close = directive.find(')', word);
    if (open == std::string::npos || close == std::string::npos)
      return Error{"its schedule clause cannot be read"};
    directive.replace(word, close + 1 - word, clause);
  }
  return text.substr(0, begin) + directive + text.substr(end);
}

} // namespace tare
