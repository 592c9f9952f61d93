// SPDX-License-Identifier: Apache-2.0
// From a place to what is known of it.
#include "analyzer/report/html/page_view.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace tare {

size_t detailedConstructs(const Table &table) {
  constexpr size_t most = 60;
  constexpr double worth_a_part = 0.001; // of T_p
  size_t count = 0;
  while (count < std::min(most, table.constructs.size()) &&
         sizeOf(table.constructs[count].overheads) >= worth_a_part * table.parallel_time.time_s)
    ++count;
  return count;
}

std::string anchorOf(size_t construct) { return "c" + std::to_string(construct + 1); }

std::string linkOf(const PageContext &context, const ConstructLines &construct) {
  const std::vector<ConstructLines> &all = context.table().constructs;
  size_t detailed = detailedConstructs(context.table());
  for (size_t i = 0; i < detailed; ++i)
    if (all[i].id == construct.id)
      return anchorOf(i);
  for (size_t i = 0; i < detailed; ++i) // the other half of a combined directive
    if (all[i].file == construct.file && all[i].line == construct.line)
      return anchorOf(i);
  return context.sources.anchor(construct.file, construct.line);
}

void writeBreakable(Markup &page, std::string_view place) {
  size_t end = place.find(':'), slash = place.substr(0, end).rfind('/');
  if (end == place.npos || slash == place.npos) {
    page.text(place);
    return;
  }
  page.text(place.substr(0, slash + 1)).alone("wbr").text(place.substr(slash + 1));
}

void writePlace(Markup &page, const PageContext &context, const ConstructLines &construct,
                std::string_view words) {
  std::string link = linkOf(context, construct);
  if (!link.empty())
    page.open("a", {{"href", "#" + link}});
  writeBreakable(page, words);
  if (!link.empty())
    page.close();
}

namespace {

bool isNameLetter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '/' || c == '.' ||
         c == '-';
}

/// Where the place stands by itself: "a.c:2" is not in "a.c:29", nor in "aa.c:2".
size_t findPlace(std::string_view sentence, const std::string &place) {
  for (size_t at = sentence.find(place); at != sentence.npos; at = sentence.find(place, at + 1)) {
    size_t end = at + place.size();
    bool begins = at == 0 || !isNameLetter(sentence[at - 1]);
    bool ends = end == sentence.size() || !std::isdigit(static_cast<unsigned char>(sentence[end]));
    if (begins && ends)
      return at;
  }
  return sentence.npos;
}

/// Commands in backquotes; those that print a table of this page lead to it.
void writeWithCommands(Markup &page, std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> on_page[] = {
      {"tare report --by construct", "where"}, {"tare report --by function", "by-function"}};
  for (size_t open = text.find('`'); open != text.npos; open = text.find('`')) {
    size_t close = text.find('`', open + 1);
    if (close == text.npos)
      break;
    std::string_view command = text.substr(open + 1, close - open - 1);
    page.text(text.substr(0, open));
    auto known = std::ranges::find(on_page, command, [](const auto &each) { return each.first; });
    if (known != std::end(on_page))
      page.element("a", {{"href", "#" + std::string(known->second)}},
                   known->second == "where" ? "the table of places" : "the table by function");
    else
      page.element("code", {}, command);
    text = text.substr(close + 1);
  }
  page.text(text);
}

} // namespace

void writeSentence(Markup &page, const PageContext &context, std::string_view sentence) {
  const ConstructLines *named = nullptr;
  size_t first = sentence.npos;
  for (const ConstructLines &construct : context.table().constructs) {
    size_t at =
        findPlace(sentence, printable(construct.file) + ":" + std::to_string(construct.line));
    if (at < first && !linkOf(context, construct).empty()) {
      first = at;
      named = &construct;
    }
  }
  if (!named) {
    writeWithCommands(page, sentence);
    return;
  }
  size_t size = printable(named->file).size() + 1 + std::to_string(named->line).size();
  writeWithCommands(page, sentence.substr(0, first));
  writePlace(page, context, *named, sentence.substr(first, size));
  writeWithCommands(page, sentence.substr(first + size));
}

std::string heatOf(double time_s, double whole_s) {
  double share = whole_s > 0 ? std::abs(time_s) / whole_s : 0;
  int step = share < 0.001 ? 0 : std::clamp(int(std::ceil(share * 30)), 1, 9);
  return (time_s < 0 ? "g" : "h") + std::to_string(step);
}

} // namespace tare
