// SPDX-License-Identifier: Apache-2.0
// What is known of single constructs: findings, the cost of iterations, imbalance over the run.
#include "analyzer/ledger/iteration_shape.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/constructs.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/sentences.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr double strip_height = 150, strip_left = 60, strip_bottom = 30, strip_top = 8;
constexpr const char *chart_box = "0 0 420 150";

bool isStatic(const ConstructLines &loop) {
  return loop.directive.find("schedule") == std::string::npos ||
         loop.directive.find("schedule(static)") != std::string::npos;
}

Axis heights(double most) { return {0, most, strip_height - strip_bottom, strip_top}; }

void openPicture(Markup &page, const std::string &title) {
  page.open("svg",
            {{"class", "chart"}, {"role", "img"}, {"aria-label", title}, {"viewBox", chart_box}});
}

void drawHeights(Markup &page, const Axis &x, const Axis &y, const std::vector<double> &values) {
  PathText grid;
  for (double value : values) {
    grid.move(x.at_from, y.at(value)).line(x.at_to, y.at(value));
    drawText(page, x.at_from - 6, y.at(value) + 4, "end", value == 0 ? "0" : timeText(value));
  }
  drawPath(page, "grid", grid);
}

/// Cost of an iteration along the loop variable, and where a static schedule cuts.
void writeIterations(Markup &page, const ConstructLines &loop, const PageContext &context) {
  const std::vector<IterationBin> &bins = loop.iterations;
  double most = 0;
  for (const IterationBin &bin : bins)
    most = std::max(most, bin.mean_s + bin.deviation_s);
  double first = double(bins.front().first), last = double(bins.back().last) + 1;
  Axis x{first, last, strip_left, chart_width - 8}, y = heights(most);
  int threads = context.table().ranks > 0 ? context.table().threads / context.table().ranks
                                          : context.table().threads;
  bool is_cut = threads > 1 && isStatic(loop) && !loop.ranges_differ;
  std::string variable = loop.iteration_variable.empty() ? "number of the iteration"
                                                         : printable(loop.iteration_variable);
  page.open("figure");
  page.element("figcaption", {},
               "Time of one iteration along " + variable +
                   (is_cut ? ". Dashed: where schedule(static) cuts the loop between " +
                                 numberOf(threads, "thread") + "."
                           : "."));
  openPicture(page, "Time of one iteration along " + variable);
  drawHeights(page, x, y, roundNumbers(0, most));
  PathText columns, deviations, cuts;
  for (const IterationBin &bin : bins) {
    double from = x.at(double(bin.first)), to = x.at(double(bin.last) + 1);
    columns.box(from, y.at(bin.mean_s), std::max(to - from - 1, 1.0), y.at(0) - y.at(bin.mean_s));
    if (bin.deviation_s > 0)
      deviations.whisker((from + to) / 2, y.at(std::max(0.0, bin.mean_s - bin.deviation_s)),
                         y.at(bin.mean_s + bin.deviation_s), 3);
  }
  if (is_cut)
    for (int k = 1; k < std::min(threads, 64); ++k) {
      double at = x.at(first + k * (last - first) / threads);
      cuts.move(at, y.at_to).line(at, y.at_from);
    }
  drawPath(page, "columns", columns);
  drawPath(page, "whisker", deviations);
  drawPath(page, "limit-line", cuts);
  drawText(page, x.at_from, strip_height - 10, "start", std::to_string(bins.front().first));
  drawText(page, x.at_to, strip_height - 10, "end", std::to_string(bins.back().last));
  page.close();
  page.open("details").element("summary", {}, "Numbers");
  page.open("table").open("thead").open("tr");
  for (const char *title : {"first", "last", "mean", "deviation", "samples"})
    page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
  page.close().close().open("tbody");
  for (const IterationBin &bin : bins) {
    page.open("tr");
    page.element("td", {{"class", "number"}}, std::to_string(bin.first));
    page.element("td", {{"class", "number"}}, std::to_string(bin.last));
    page.open("td", {{"class", "number"}}).figure(bin.mean_s, timeText(bin.mean_s)).close();
    page.element("td", {{"class", "number"}}, bin.deviation_s > 0 ? timeText(bin.deviation_s) : "");
    page.element("td", {{"class", "number"}}, countText(bin.samples));
    page.close();
  }
  page.close().close().close().close();
}

/// Which part of the team waited, over the run.
void writeOverTime(Markup &page, const ConstructLines &construct) {
  const std::vector<ImbalanceBin> &bins = construct.over_time;
  Axis x{bins.front().start_s, bins.back().end_s, strip_left, chart_width - 8}, y = heights(1);
  page.open("figure");
  page.element("figcaption", {},
               "Load imbalance over the run with probes: the part of the team's time that it "
               "waited.");
  openPicture(page, "Load imbalance over the run");
  PathText grid, columns;
  for (double share : {0.0, 0.5, 1.0}) {
    grid.move(x.at_from, y.at(share)).line(x.at_to, y.at(share));
    drawText(page, x.at_from - 6, y.at(share) + 4, "end", percentText(share) + " %");
  }
  for (const ImbalanceBin &bin : bins)
    if (bin.span_s > 0) {
      double from = x.at(bin.start_s), share = std::clamp(bin.wait_s / bin.span_s, 0.0, 1.0);
      columns.box(from, y.at(share), std::max(x.at(bin.end_s) - from - 1, 1.0),
                  y.at(0) - y.at(share));
    }
  drawPath(page, "grid", grid);
  drawPath(page, "columns", columns);
  drawText(page, x.at_from, strip_height - 10, "start", timeText(bins.front().start_s));
  drawText(page, x.at_to, strip_height - 10, "end", timeText(bins.back().end_s));
  page.close().close();
}

void writeLines(Markup &page, const ConstructLines &construct, const PageContext &context) {
  Column column(context.table(), context.selection, context.scale);
  std::vector<LedgerLine> lines = largestLines(construct, 0);
  constexpr double shown_as_zero = 0.0005;
  double least_s = shown_as_zero * context.table().parallel_time.time_s;
  std::erase_if(lines, [](const LedgerLine &line) { return line.time.time_s == 0; });
  size_t all = lines.size();
  std::erase_if(lines, [&](const LedgerLine &line) {
    return !line.is_void && std::max({std::abs(line.time.time_s), std::abs(line.time.low_s),
                                      std::abs(line.time.high_s)}) < least_s;
  });
  if (all == 0)
    return;
  std::string small = numberOf(int64_t(all - lines.size()), "row");
  if (lines.empty()) {
    page.element("p", {}, "Less than 0.05 % of T_p in each of " + small + ".");
    return;
  }
  page.open("table").open("thead").open("tr");
  page.element("th", {{"scope", "col"}}, "row");
  headCells(page);
  page.close().close().open("tbody");
  for (const LedgerLine &line : lines) {
    Figure shown = column.line(line);
    page.open("tr").element("th", {{"scope", "row"}}, labelOf(line.category));
    figureCells(page, context, line.time, shown);
    page.close();
  }
  page.close().close();
  if (lines.size() < all)
    page.element("p", {{"class", "belief"}}, "Less than 0.05 % of T_p: " + small + ".");
}

/// The loop of a combined region, or the region of such a loop; null: none.
const ConstructLines *otherHalf(const ConstructLines &construct, const Table &table) {
  for (const ConstructLines &other : table.constructs)
    if (&other != &construct && other.file == construct.file && other.line == construct.line &&
        other.function == construct.function &&
        other.isCombinedRegion() != construct.isCombinedRegion())
      return &other;
  return nullptr;
}

/// To the source line, and to the other half of a combined directive.
void writeNeighbours(Markup &page, const ConstructLines &construct, const PageContext &context) {
  std::string line = context.sources.anchor(construct.file, construct.line);
  const ConstructLines *half = otherHalf(construct, context.table());
  bool is_half = half && (construct.isCombinedRegion() || half->isCombinedRegion());
  if (line.empty() && !is_half)
    return;
  page.open("p", {{"class", "belief"}});
  if (!line.empty())
    page.element("a", {{"href", "#" + line}}, "In the source").text(". ");
  if (is_half) {
    bool is_region = construct.isCombinedRegion();
    page.text(is_region ? "This is starting and ending the team, without the loop inside. "
                        : "This is the loop alone. ");
    size_t index = size_t(half - context.table().constructs.data());
    if (index < detailedConstructs(context.table()))
      page.element("a", {{"href", "#" + anchorOf(index)}}, is_region ? "The loop" : "Its region");
    else
      page.text(std::string(is_region ? "The loop" : "Its region") +
                " loses too little for a part of its own");
    page.text(".");
  }
  page.close();
}

void writeConstruct(Markup &page, const ConstructLines &construct, size_t index,
                    const PageContext &context) {
  const Table &table = context.table();
  page.open("article", {{"id", anchorOf(index)}, {"tabindex", "-1"}});
  page.element("h3", {},
               titleAmong(construct, table.constructs) + instancesText(construct, table.threads));
  writeNeighbours(page, construct, context);
  writeLines(page, construct, context);
  std::vector<std::string> findings = findingsOf(construct, table, false);
  std::vector<std::string> advice;
  for (const Advice &each : table.advice)
    if (each.construct == construct.id)
      advice.push_back(each.sentence);
  if (!findings.empty() || !advice.empty()) {
    page.open("ul");
    for (const std::string &finding : findings)
      page.element("li", {}, capitalised(finding) + ".");
    for (const std::string &sentence : advice)
      page.element("li", {{"class", "try"}}, sentence);
    page.close();
  }
  if (construct.iterations.size() > 1)
    writeIterations(page, construct, context);
  if (construct.over_time.size() > 1)
    writeOverTime(page, construct);
  page.close();
}

} // namespace

void writeConstructDetails(Markup &page, const PageContext &context) {
  const std::vector<ConstructLines> &all = context.table().constructs;
  size_t shown = detailedConstructs(context.table());
  for (size_t i = 0; i < shown; ++i)
    writeConstruct(page, all[i], i, context);
  if (shown < all.size())
    page.element("p", {},
                 "The other " + numberOf(int64_t(all.size() - shown), "place") +
                     " lose less than 0.1 % of T_p each, or are too many: the table of places has "
                     "the figures, and tare report --at FILE:LINE has all that "
                     "is known of one.");
}

} // namespace tare
