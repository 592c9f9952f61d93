// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/unseen.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

/// How long "operator<<" is, or "operator()", at the begin of `name`; 0: none is there.
size_t operatorLength(std::string_view name) {
  constexpr std::string_view word = "operator";
  if (!name.starts_with(word))
    return 0;
  std::string_view symbol = name.substr(word.size());
  if (symbol.starts_with("()"))
    return word.size() + 2;
  size_t length = std::min(symbol.find_first_not_of("+-*/%^&|~!=<>,[]"), symbol.size());
  return length ? word.size() + length : 0;
}

} // namespace

std::string plainName(std::string_view name) {
  constexpr std::string_view anonymous = "(anonymous namespace)";
  std::string plain;
  int arguments = 0; // of templates: how deep
  for (size_t i = 0; i < name.size(); ++i) {
    std::string_view rest = name.substr(i);
    if (rest.starts_with(anonymous)) {
      i += anonymous.size() - 1;
    } else if (size_t length = arguments ? 0 : operatorLength(rest)) {
      plain += rest.substr(0, length);
      i += length - 1;
    } else if (name[i] == '<') {
      ++arguments;
    } else if (name[i] == '>' && arguments) {
      --arguments;
    } else if (name[i] == '(' && !arguments) {
      break;
    } else if (!arguments) {
      plain += name[i];
    }
  }
  return plain.substr(plain.find_last_of(": ") + 1); // none: 0
}

UnseenFunction unseenFunction(const Situation &s) {
  const std::vector<UnseenRegions> &all = s.ledger.coverage.unseen_regions;
  for (const UnseenRegions &unseen : all)
    for (const std::string &function : unseen.functions)
      if (isKind(s, "call") && plainName(function) == plainName(s.construct->directive))
        return {printable(function + " (" + unseen.object + ")"), true};
  const UnseenRegions &first = all.front();
  return {printable(first.functions.empty() ? first.object
                                            : first.functions[0] + " (" + first.object + ")")};
}

bool hasUnseen(const Situation &s) { return !s.ledger.coverage.unseen_regions.empty(); }

bool mayBeUnseenRegions(const Situation &s) {
  return hasUnseen(s) &&
         (ofProgram(s) ? isMostlyElsewhere(s.table, s.line) : unseenFunction(s).is_called);
}

} // namespace tare
