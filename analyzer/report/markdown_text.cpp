// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/markdown_text.h"

#include "base/text.h"

namespace tare {
namespace {

/// Keeps a sign apart from the next letter, so that forges see no @name, #12, :emoji: or link. They
/// look for these in rendered text, where an escaped @ is an @ again.
constexpr std::string_view zero_width = "&#8203;";

} // namespace

std::string markdownText(std::string_view text) {
  std::string shown = printable(text), escaped;
  for (size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i], next = i + 1 < shown.size() ? shown[i + 1] : ' ';
    switch (c) {
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '&':
      escaped += "&amp;";
      break;
    case '|': // a backslash would do, but not in every forge's tables
      escaped += "&#124;";
      break;
    case '`':
      escaped += "&#96;";
      break;
    case '$': // $...$ is mathematics
      escaped += "&#36;";
      break;
    case '\\':
    case '*':
    case '_':
    case '[':
    case ']':
    case '~':
      escaped += std::string("\\") + c;
      break;
    case '@':
    case '#':
    case '!':
    case ':':
      escaped += c;
      if ((isWordCharacter(next) || next == '/') && !(c == ':' && next >= '0' && next <= '9'))
        escaped += zero_width;
      break;
    case '.':
      escaped += c;
      if (i >= 3 && shown.compare(i - 3, 3, "www") == 0)
        escaped += zero_width;
      break;
    default:
      escaped += c;
    }
  }
  return escaped;
}

std::string markdownCode(std::string_view text) {
  std::string shown(trimText(printable(text)));
  if (shown.empty())
    return "";
  if (shown.find_first_of("`|\\") != std::string::npos)
    return markdownText(shown);
  return std::string(1, '`').append(shown).append(1, '`');
}

} // namespace tare
