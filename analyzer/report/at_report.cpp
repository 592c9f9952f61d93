// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/at_report.h"

#include "analyzer/report/at_part.h"
#include "analyzer/report/blocks.h"
#include "analyzer/report/csv.h"
#include "analyzer/report/markdown_table.h"
#include "analyzer/report/markdown_text.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/sentences.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int narrowest_part = 60, listed_constructs = 5;
constexpr const char *held_title = "What it holds, each without what is inside it";

int topOf(const PartOptions &options) { return options.top.value_or(listed_constructs); }

} // namespace

std::string partText(const ShownPart &shown, const PartOptions &options) {
  Page page(std::max(options.width, narrowest_part), options.colour);
  if (std::string cut = cutOffText(shown.part); !cut.empty())
    page.paragraph(cut, 2, Style::Loud);
  page.paragraph(partTitle(shown), 2, Style::Bold);
  page.paragraph(headText(shown.whole), 2, Style::Dim);
  Selection selection = selectLeaves(shown.part);
  Blocks blocks(shown.part, selection, page.width(), hasBands(shown.part));
  blocks.write(page, [&](const std::vector<Column> &columns, size_t) {
    return partTableRows(shown, selection, columns);
  });
  if (topOf(options) > 0) {
    page.blank();
    page.line(held_title, Style::Bold);
    blocks.write(page, [&](const std::vector<Column> &columns, size_t) {
      return heldRows(shown, topOf(options), columns);
    });
  }
  page.blank();
  for (const std::string &sentence : partSentences(shown))
    page.paragraph(sentence, 2);
  return page.take();
}

std::string partMarkdown(const ShownPart &shown, const PartOptions &options) {
  Selection selection = selectLeaves(shown.part);
  TimeScale scale = scaleOf(shown.part, CellLayout());
  std::vector<Column> columns;
  for (const Table &table : shown.part.tables)
    columns.emplace_back(table, selection, scale);
  std::string text = "### " + markdownText(partTitle(shown)) + "\n\n";
  if (std::string cut = cutOffText(shown.part); !cut.empty())
    text += "**" + markdownText(cut) + "**\n\n";
  text += markdownText(headText(shown.whole)) + "\n\n";
  text += markdownTable(partTableRows(shown, selection, columns), columns, scale,
                        "% of the part's time");
  if (topOf(options) > 0)
    text += "\n" + markdownTable(heldRows(shown, topOf(options), columns), columns, scale,
                                 "% of the part's time", held_title);
  text += "\n";
  for (const std::string &sentence : partSentences(shown))
    text += "- " + markdownText(sentence) + "\n";
  return text;
}

std::string partCsv(const ShownPart &shown, const PartOptions &options) {
  CsvLines csv(shown.whole);
  Parts parts = partsOf(shown.part, View::Construct);
  size_t most = parts.parts.size();
  if (options.top)
    most = std::min(most, static_cast<size_t>(std::max(*options.top, 0)));
  Part others = sumOf(parts, most);
  for (const Table &table : shown.whole.tables)
    csv.summary(table, table, "summary");
  for (size_t i = 0; i < shown.part.tables.size(); ++i) {
    const Table &part = shown.part.tables[i], &whole = shown.wholeTable(sizeOf(part));
    csv.summary(whole, part, "part_summary");
    csv.lines(whole, part.overheads, {.scope = "part"});
    for (size_t k = 0; k < most; ++k)
      csv.lines(whole, parts.parts[k].lines[i], subjectOf(parts.parts[k], View::Construct));
    csv.lines(whole, others.lines[i], {.scope = "other"});
    csv.lines(whole, restOf(whole, part), {.scope = "rest"});
  }
  return csv.take();
}

} // namespace tare
