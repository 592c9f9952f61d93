// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/said_once.h"

#include <algorithm>
#include <string_view>

namespace tare {
namespace {

bool isOutsideParentheses(std::string_view before) {
  return std::ranges::count(before, '(') == std::ranges::count(before, ')');
}

/// Whether a clause begins at `at`.
bool beginsClause(std::string_view text, size_t at) {
  if (at == 0)
    return true;
  if (at < 2 || text[at - 1] != ' ')
    return false;
  return std::string_view(":;,").find(text[at - 2]) != std::string_view::npos &&
         isOutsideParentheses(text.substr(0, at));
}

/// Where the longest clauses begin in which both end; its size: none.
size_t commonEnd(std::string_view text, std::string_view other) {
  size_t same = 0;
  while (same < std::min(text.size(), other.size()) &&
         text[text.size() - 1 - same] == other[other.size() - 1 - same])
    ++same;
  size_t at = text.size() - same;
  while (at < text.size() &&
         !(beginsClause(text, at) && beginsClause(other, at + other.size() - text.size())))
    ++at;
  return at;
}

} // namespace

/// Compares with the words as they were: what an earlier one gave up counts all the same.
void sayOnce(std::vector<SaidOfPlace> &all) {
  const std::vector<SaidOfPlace> whole = all;
  for (size_t i = 1; i < all.size(); ++i) {
    const std::string &text = whole[i].text;
    size_t best = text.size();
    const SaidOfPlace *first = nullptr;
    for (size_t k = 0; k < i; ++k)
      if (size_t at = commonEnd(text, whole[k].text); at < best && whole[k].place != all[i].place)
        best = at, first = &whole[k];
    if (!first)
      continue;
    std::string reference = "see '" + first->place + "'.";
    if (text.size() - best > reference.size())
      all[i].text = (best ? text.substr(0, best - 2) + "; " : "") + reference;
  }
}

} // namespace tare
