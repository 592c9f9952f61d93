// SPDX-License-Identifier: Apache-2.0
#include "base/excerpts.h"

#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr size_t shown_before = 12; // bytes that both texts have

/// Not within a character.
size_t wholeCharacter(const std::string &text, size_t at) {
  while (at > 0 && at < text.size() && continuesCharacter(text[at]))
    --at;
  return at;
}

/// Where both excerpts begin.
size_t excerptBegin(const std::optional<std::string> &left, const std::optional<std::string> &right,
                    size_t length) {
  if (!left || !right || std::max(left->size(), right->size()) <= length)
    return 0;
  auto same = static_cast<size_t>(std::ranges::mismatch(*left, *right).in1 - left->begin());
  return same + shown_before < length ? 0 : wholeCharacter(*left, same - shown_before);
}

std::optional<std::string> excerpt(const std::optional<std::string> &text, size_t from,
                                   size_t length) {
  if (!text)
    return std::nullopt;
  size_t end = wholeCharacter(*text, std::min(from + length, text->size()));
  return (from > 0 ? "..." : "") + text->substr(from, end - from) +
         (end < text->size() ? "..." : "");
}

} // namespace

Excerpts excerptsOf(const std::optional<std::string> &left, const std::optional<std::string> &right,
                    size_t length) {
  size_t from = excerptBegin(left, right, length);
  return {excerpt(left, from, length), excerpt(right, from, length)};
}

} // namespace tare
