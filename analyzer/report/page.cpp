// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/page.h"

#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

/// The terminal's escape sequence (ECMA-48, SGR); empty: none.
const char *escapeOf(Style style) {
  switch (style) {
  case Style::Bold:
    return "\x1b[1m";
  case Style::Dim:
    return "\x1b[2m";
  case Style::Loud:
    return "\x1b[1;31m";
  case Style::Plain:
    break;
  }
  return "";
}

} // namespace

int displayWidth(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continuesCharacter(c); }));
}

std::string cutText(std::string_view text, int width) {
  size_t end = 0;
  for (int points = 0; end < text.size(); ++end)
    if (!continuesCharacter(text[end]) && ++points > width)
      break;
  return std::string(text.substr(0, end));
}

/// The words of a text; "65.0 % ± 0.2" is one of them.
static std::vector<std::string> unbrokenWords(std::string_view text) {
  static constexpr std::string_view plus_minus = "\u00b1";
  std::vector<std::string> words;
  for (std::string &word : splitText(text, ' ')) {
    bool belongs =
        !words.empty() && !words.back().empty() &&
        (startsWith(word, "%") || word == plus_minus || endsWith(words.back(), plus_minus));
    if (belongs)
      words.back() += " " + word;
    else
      words.push_back(std::move(word));
  }
  return words;
}

/// Greedy: a word goes to the next line when it does not fit.
std::vector<std::string> wrapText(std::string_view text, int width) {
  width = std::max(width, 1);
  std::vector<std::string> lines(1);
  for (std::string word : unbrokenWords(text)) {
    int used = displayWidth(lines.back());
    if (used > 0 && used + 1 + displayWidth(word) <= width) {
      lines.back() += " " + word;
      continue;
    }
    if (used > 0)
      lines.emplace_back();
    while (displayWidth(word) > width) {
      std::string head = cutText(word, width);
      word.erase(0, head.size());
      lines.back() = head;
      lines.emplace_back();
    }
    lines.back() = word;
  }
  return lines;
}

std::string rightAligned(std::string_view text, int width) {
  int missing = width - displayWidth(text);
  return std::string(static_cast<size_t>(std::max(missing, 0)), ' ') + std::string(text);
}

std::string leftAligned(std::string_view text, int width) {
  int missing = width - displayWidth(text);
  return std::string(text) + std::string(static_cast<size_t>(std::max(missing, 0)), ' ');
}

/// Blanks at the end are dropped, and an empty line has no colour.
void Page::line(std::string_view text, Style style) {
  std::string cut = cutText(text, width_);
  while (!cut.empty() && cut.back() == ' ')
    cut.pop_back();
  if (colour_ && style != Style::Plain && !cut.empty())
    cut = escapeOf(style) + cut + "\x1b[0m";
  text_ += cut + '\n';
}

void Page::paragraph(std::string_view text, int hanging, Style style) {
  size_t lead = std::min(text.find_first_not_of(' '), text.size());
  std::string_view words = text.substr(lead);
  std::string first = wrapText(words, width_ - static_cast<int>(lead)).front();
  line(std::string(lead, ' ') + first, style);
  std::string_view rest = trimText(words.substr(first.size())); // `first` is the head of `words`
  if (rest.empty())
    return;
  for (const std::string &later : wrapText(rest, width_ - hanging))
    line(std::string(static_cast<size_t>(hanging), ' ') + later, style);
}

void Page::item(std::string_view first, std::string_view text, Style style) {
  std::string front(first);
  for (const std::string &piece : wrapText(text, width_ - displayWidth(first))) {
    line(front + piece, style);
    front.assign(static_cast<size_t>(displayWidth(first)), ' ');
  }
}

} // namespace tare
