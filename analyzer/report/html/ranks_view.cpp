// SPDX-License-Identifier: Apache-2.0
// The ranks of a job: how long each was busy, and how long in MPI.
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/job_sentence.h"
#include "analyzer/report/rank_waits.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {

/// Which rank was late, and at which call.
static void writeWaits(Markup &page, const Table &table) {
  constexpr int most_calls = 12;
  std::vector<RankWaitRow> rows = rankWaitRows(table, most_calls);
  if (rows.empty()) {
    page.element("p", {}, "No rank waited for another one, or messages were not recorded.");
    return;
  }
  page.element("h3", {}, "Who waited for whom in MPI");
  page.element("p", {}, lateRankSentence(table));
  page.open("div", {{"class", "scroll"}, {"tabindex", "0"}}).open("table");
  page.element("caption", {}, "By construct and function of MPI; means over repetitions.");
  for (size_t i = 0; i < rows.size(); ++i) {
    const RankWaitRow &row = rows[i];
    if (i < 2)
      page.open(i == 0 ? "thead" : "tbody");
    page.open("tr").element("th", {{"scope", i == 0 ? "col" : "row"}}, i == 0 ? "call" : row.place);
    for (const std::string &cell : {row.sum, row.mean, row.worst, row.late})
      page.element(i == 0 ? "th" : "td",
                   i == 0 ? Attributes{{"scope", "col"}} : Attributes{{"class", "number"}}, cell);
    page.close();
    if (i == 0 || i + 1 == rows.size())
      page.close();
  }
  page.close().close();
}

void writeRanks(Markup &page, const PageContext &context) {
  const JobFigures &job = *context.table().job;
  constexpr size_t most_ranks = 1024;
  double most = 0;
  for (const RankTimes &rank : job.ranks)
    most = std::max(most, rank.busy_s + rank.mpi_s);
  Axis x{0, most, 0, 1000};
  page.element("p", {}, jobSentence(context.table()));
  page.open("table", {{"class", "waterfall"}});
  page.element("caption", {}, "Means over a rank's threads, and over repetitions.");
  page.open("thead").open("tr");
  page.element("th", {{"scope", "col"}}, "rank");
  for (const char *title : {"busy", "in MPI"})
    page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
  page.element("td", {{"class", "bars"}}, "");
  page.close().close().open("tbody");
  for (size_t i = 0; i < std::min(job.ranks.size(), most_ranks); ++i) {
    const RankTimes &rank = job.ranks[i];
    page.open("tr").element("th", {{"scope", "row"}}, std::to_string(rank.rank));
    page.open("td", {{"class", "number"}}).figure(rank.busy_s, timeText(rank.busy_s)).close();
    page.open("td", {{"class", "number"}}).figure(rank.mpi_s, timeText(rank.mpi_s)).close();
    page.open("td", {{"class", "bars"}});
    openBar(page);
    PathText busy, waiting;
    busy.box(0, 4, x.at(rank.busy_s), 12);
    waiting.box(x.at(rank.busy_s), 4, x.at(rank.busy_s + rank.mpi_s) - x.at(rank.busy_s), 12);
    drawPath(page, "ideal", busy);
    drawPath(page, "up", waiting);
    page.close().close().close();
  }
  page.close().close();
  if (job.ranks.size() > most_ranks)
    page.element("p", {},
                 numberOf(int64_t(job.ranks.size() - most_ranks), "further rank") +
                     " are in the JSON: tare report --format json.");
  writeWaits(page, context.table());
}

} // namespace tare
