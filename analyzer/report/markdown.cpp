// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/markdown.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/advice_text.h"
#include "analyzer/report/constructs.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/growth.h"
#include "analyzer/report/job_sentence.h"
#include "analyzer/report/markdown_table.h"
#include "analyzer/report/markdown_text.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/part_growth.h"
#include "analyzer/report/part_rows.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/rank_waits.h"
#include "analyzer/report/rows.h"
#include "analyzer/report/sentences.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tare {
namespace {

constexpr size_t most_advice = 5;

class MarkdownWriter {
public:
  MarkdownWriter(const Ledger &ledger, const MarkdownOptions &options)
      : ledger_(ledger), options_(options), selection_(selectLeaves(ledger)),
        scale_(scaleOf(ledger, CellLayout())) {
    for (const Table &table : ledger.tables)
      columns_.emplace_back(table, selection_, scale_);
  }

  std::string text() {
    bool parts = isOfParts(options_.view);
    head();
    if (parts)
      partTables();
    else
      wholeTables();
    const Table &largest = ledger_.tables[largestTable(ledger_)];
    if (std::string job = jobSentence(largest); !job.empty())
      text_ += "\n" + markdownText(job) + "\n";
    if (!parts)
      text_ += rankWaitsMarkdown(largest, options_.top);
    if (options_.view == View::Whole)
      constructs();
    if (!parts)
      advice();
    foot();
    return std::move(text_);
  }

private:
  /// Title, programs, commands.
  void head() {
    text_ += "### " + markdownText(ledger_.program) + ": overheads\n\n";
    if (resultsDiffer(ledger_))
      text_ += "**" + markdownText(outputsSentence(ledger_)) + "**\n\n";
    if (std::string cut = cutOffText(ledger_); !cut.empty())
      text_ += "**" + markdownText(cut) + "**\n\n";
    text_ += markdownText(headText(ledger_)) + "\n";
    if (std::string machine = machineText(ledger_.machine); !machine.empty())
      text_ += "\n" + markdownText(machine) + "\n";
    if (std::string places = placesText(ledger_); !places.empty())
      text_ += "\n" + markdownText(places) + "\n";
    text_ += "\n";
    for (const RunSummary &run : runsOfRoles(ledger_)) {
      text_ += "- " + markdownText(roleTitle(run.role)) + ": " + markdownCode(run.command);
      text_ += run.compiler.empty() ? "\n" : ", built by " + markdownCode(run.compiler) + "\n";
    }
  }

  void table(const std::vector<Row> &rows) {
    text_ += "\n" + markdownTable(rows, columns_, scale_, "% of T\\_p");
  }

  void wholeTables() {
    table(tableRows(ledger_, selection_, columns_));
    growth(wholeGrowth(ledger_, selection_));
  }

  void partTables() {
    Parts parts = partsOf(ledger_, options_.view);
    table(partRows(ledger_, parts, options_.view, options_.top, columns_, 0));
    growth(partGrowth(ledger_, selection_, parts, options_.view, options_.top));
  }

  void growth(const GrowthTable &growth) {
    if (!growth.rows.empty()) {
      std::vector<std::string> cells = {"How they grow, % of T\\_p"};
      for (RunSize size : growth.sizes)
        cells.push_back(columnHead(size));
      cells.push_back("change");
      text_ += "\n" + markdownHead(cells, 1);
      for (const GrowthRow &row : growth.rows)
        growthRow(row);
    }
    text_ += "\n" + markdownText(growth.sentence) + "\n";
  }

  void growthRow(const GrowthRow &row) {
    std::vector<std::string> cells = {markdownIndented(row.indent, row.label)};
    for (int64_t tenths : row.tenths)
      cells.push_back(decimalText(tenths, 1));
    cells.push_back(signedTenths(row.change));
    text_ += markdownRow(cells);
  }

  /// The largest constructs at the largest p, then what was found about them.
  void constructs() {
    const Column &column = columns_[largestTable(ledger_)];
    std::vector<const ConstructLines *> all = largestConstructs(column.table());
    size_t shown = std::min(all.size(), static_cast<size_t>(std::max(options_.top, 0)));
    if (shown == 0)
      return;
    std::string title = "Where, " + atSize(sizeOf(column.table()));
    text_ += "\n" + markdownHead({title, "overhead", scale_.unit, "% of T\\_p"}, 2);
    std::string findings;
    for (size_t i = 0; i < shown; ++i) {
      construct(*all[i], column);
      for (const std::string &finding : findingsOf(*all[i], column.table()))
        findings += "- " + placeOf(*all[i]) + ": " + markdownText(finding) + "\n";
    }
    if (!findings.empty())
      text_ += "\n" + findings;
  }

  static std::string placeOf(const ConstructLines &construct) {
    return markdownCode(construct.file + ":" + std::to_string(construct.line));
  }

  void construct(const ConstructLines &construct, const Column &column) {
    std::string name = placeOf(construct) + " " + markdownCode(wordsOf(construct)) +
                       regionText(construct) +
                       instancesText(construct, column.table().threads, " ");
    double threshold = folding_share * column.table().parallel_time.time_s;
    for (const LedgerLine &line : largestLines(construct, threshold)) {
      Figure figure = column.line(line);
      text_ += markdownRow({name, markdownText(labelOf(line.category)), timeCell(figure, scale_),
                            shareCell(figure)});
      name.clear();
    }
  }

  /// So many pieces as text has, for the same p.
  void advice() {
    const Table &table = ledger_.tables[advisedTable(ledger_)];
    if (std::string why = whyNoAdvice(table); !why.empty())
      text_ += "\n" + markdownText(why) + "\n";
    if (table.advice.empty())
      return;
    text_ += "\n**What to try next, " + atSize(sizeOf(table)) + "**\n\n";
    for (size_t i = 0; i < std::min(table.advice.size(), most_advice); ++i) {
      const Advice &advice = table.advice[i];
      text_ += "- " + markdownText(adviceText(advice, table));
      text_ += advice.source.empty() ? "\n" : " (" + markdownText(advice.source) + ")\n";
    }
  }

  void foot() {
    text_ += "\n";
    for (const std::string &sentence : footSentences(ledger_, selection_, options_.view))
      text_ += "- " + markdownText(sentence) + "\n";
  }

  const Ledger &ledger_;
  const MarkdownOptions &options_;
  Selection selection_;
  TimeScale scale_;
  std::vector<Column> columns_;
  std::string text_;
};

} // namespace

std::string reportMarkdown(const Ledger &ledger, const MarkdownOptions &options) {
  if (ledger.tables.empty())
    return std::string(no_table);
  return MarkdownWriter(ledger, options).text();
}

} // namespace tare
