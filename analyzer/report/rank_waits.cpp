// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/rank_waits.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/markdown_table.h"
#include "analyzer/report/markdown_text.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

std::string placeOf(const JobWait &wait, const Table &table) {
  auto found = std::ranges::find(table.constructs, wait.construct, &ConstructLines::id);
  if (wait.construct.empty() || found == table.constructs.end())
    return printable(wait.function);
  return printable(found->file + ":" + std::to_string(found->line) + " " + wait.function);
}

std::string rankName(int rank) { return "rank " + std::to_string(rank); }

std::string shareOf(double part_s, double whole_s) {
  return percentText(whole_s > 0 ? part_s / whole_s : 0) + " %";
}

double ranksOf(const Table &table) { return std::max(table.ranks, 1); }

double waitsFrom(const std::vector<JobWait> &waits, size_t first) {
  double sum_s = 0;
  for (size_t i = first; i < waits.size(); ++i)
    sum_s += waits[i].sum_s;
  return sum_s;
}

RankWaitRow rowOf(const std::string &place, double sum_s, const Table &table) {
  return {place, timeText(sum_s), timeText(sum_s / ranksOf(table)), "", ""};
}

bool hasWaits(const Table &table) {
  return table.ranks > 1 && table.job && !table.job->waits.empty();
}

std::string headOf(const Table &table) {
  return "Who waited for whom in MPI, " + atSize(sizeOf(table));
}

} // namespace

std::vector<RankWaitRow> rankWaitRows(const Table &table, int top) {
  std::vector<RankWaitRow> rows;
  if (!hasWaits(table) || top <= 0)
    return rows;
  const std::vector<JobWait> &waits = table.job->waits;
  rows.push_back({"", "all ranks", "a rank", "waited most", "came last most"});
  size_t shown = std::min(waits.size(), static_cast<size_t>(top));
  for (size_t i = 0; i < shown; ++i) {
    const JobWait &wait = waits[i];
    RankWaitRow row = rowOf(placeOf(wait, table), wait.sum_s, table);
    row.worst = rankName(wait.worst.rank) + ", " + timeText(wait.worst.time_s);
    row.late = wait.late ? rankName(wait.late->rank) + ", " + shareOf(wait.late->time_s, wait.sum_s)
                         : "not known";
    rows.push_back(std::move(row));
  }
  if (shown < waits.size())
    rows.push_back(rowOf("other calls (" + std::to_string(waits.size() - shown) + ")",
                         waitsFrom(waits, shown), table));
  if (waits.size() > 1)
    rows.push_back(rowOf("all calls", waitsFrom(waits, 0), table));
  return rows;
}

std::string lateRankSentence(const Table &table) {
  if (!hasWaits(table))
    return "";
  const JobFigures &job = *table.job;
  auto late = std::ranges::max_element(job.ranks, {}, &RankTimes::awaited_s);
  double all_s = waitsFrom(job.waits, 0);
  std::string text = "Waits are what they would be if messages took no time.";
  if (late == job.ranks.end() || !(late->awaited_s > 0))
    return text;
  constexpr double little = 0.02, much_more = 1.25; // of the job's time; of an equal part
  double mean_s = all_s / ranksOf(table);
  if (mean_s < little * table.parallel_time.time_s)
    text += " They are little: a rank waits " + timeText(mean_s) + " of " +
            timeText(table.parallel_time.time_s) + ".";
  if (late->awaited_s * ranksOf(table) < much_more * all_s)
    return text + " No rank is late more than the others: each comes last about as often.";
  return text + " Rank " + std::to_string(late->rank) + " comes last most: the others waited " +
         timeText(late->awaited_s) + " for it, " + shareOf(late->awaited_s, all_s) +
         " of all waits.";
}

void writeRankWaits(Page &page, const Table &table, int top) {
  constexpr int time = 9, worst = 17, late = 16;
  std::vector<RankWaitRow> rows = rankWaitRows(table, top);
  if (rows.empty())
    return;
  int place = std::max(page.width() - 2 * time - worst - late, 20);
  page.blank();
  page.line(headOf(table), Style::Bold);
  bool is_head = true;
  for (const RankWaitRow &row : rows) {
    bool is_long = displayWidth(row.place) >= place; // two names may differ in their ends
    if (is_long)
      page.line(cutText(row.place, page.width()));
    page.line(leftAligned(is_long ? "" : row.place, place) + rightAligned(row.sum, time) +
                  rightAligned(row.mean, time) + rightAligned(row.worst, worst) +
                  rightAligned(row.late, late),
              is_head ? Style::Dim : Style::Plain);
    is_head = false;
  }
  page.paragraph(lateRankSentence(table), 2);
}

std::string rankWaitsMarkdown(const Table &table, int top) {
  std::vector<RankWaitRow> rows = rankWaitRows(table, top);
  if (rows.empty())
    return "";
  rows.front().place = headOf(table);
  std::string text = "\n";
  bool is_head = true;
  for (const RankWaitRow &row : rows) {
    std::vector<std::string> cells;
    for (const std::string &cell : {row.place, row.sum, row.mean, row.worst, row.late})
      cells.push_back(markdownText(cell));
    text += is_head ? markdownHead(cells, 1) : markdownRow(cells);
    is_head = false;
  }
  return text + "\n" + markdownText(lateRankSentence(table)) + "\n";
}

} // namespace tare
