// SPDX-License-Identifier: Apache-2.0
// Every row of one setting over its versions.
#include "analyzer/archive/html/site_views.h"

#include "analyzer/report/html/page_frame.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// Rows of less are a sentence: a part of T_p.
constexpr double least_drawn = 0.001;

double largestOf(const RowTrend &row) {
  double largest = 0;
  for (const TrendPoint &point : row.points)
    largest = std::max(largest, std::abs(point.value));
  return largest;
}

std::string nameOfRow(const RowTrend &row) {
  return row.row == "T_p"   ? "Run time, T_p"
         : row.row == "T_s" ? "Time of the serial program, T_s"
                            : rowText(row);
}

std::string sentenceOf(const SettingTrend &setting, const RowTrend &row) {
  const TrendPoint &newest = row.points.back();
  std::string text = "Newest: " + timeText(newest.value);
  if (row.levels.size() < 2)
    text += "; no change beyond chance";
  for (size_t level = 1; level < row.levels.size(); ++level)
    text += "; " + signedPercent(row.levels[level - 1].value, row.levels[level].value) + " since " +
            versionText(setting.versions[row.versions[row.levels[level].first]]);
  if (row.creep.is_one)
    text += "; crept by " + std::string(row.creep.by < 0 ? "-" : "+") +
            timeText(std::abs(row.creep.by)) + " since " +
            versionText(setting.versions[row.versions[row.accepted]]) + " without a step";
  return text;
}

void writeRow(Markup &page, const std::string &id, const SettingTrend &setting,
              const RowTrend &row) {
  page.open("article", {{"id", id}}).element("h3", {}, nameOfRow(row));
  std::string said = sentenceOf(setting, row);
  page.open("figure").element("figcaption", {}, said + ".");
  drawTrend(page, id + "-title", setting, row, nameOfRow(row) + ". " + said);
  page.close();
  writeTrendNumbers(page, setting, row);
  page.close();
}

/// Those with changes first, then the largest.
std::vector<const RowTrend *> drawnRows(const SettingTrend &setting, bool changed, double least) {
  std::vector<const RowTrend *> rows;
  for (const RowTrend &row : setting.rows)
    if (largestOf(row) >= least && (row.levels.size() > 1 || row.creep.is_one) == changed)
      rows.push_back(&row);
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [](const RowTrend *row) { return largestOf(*row); });
  return rows;
}

} // namespace

std::string rowsPage(const SiteApplication &application, size_t index) {
  const SettingTrend &setting = application.settings.at(index);
  const RowTrend *time = timeRow(setting);
  double least = time ? least_drawn * largestOf(*time) : 0;
  std::vector<const RowTrend *> changed = drawnRows(setting, true, least),
                                steady = drawnRows(setting, false, least);
  size_t small = setting.rows.size() - changed.size() - steady.size();
  PageFrame frame;
  frame.title = "Tare: rows of " + application.name;
  frame.way = {{"Archive", "../index.html"}, {application.name, "index.html"}};
  frame.header = [&](Markup &page) {
    page.element("h1", {}, application.name + ", " + sizeOfSetting(setting));
    page.element("p", {}, "On " + settingText(setting) + ".");
    page.element("p", {{"class", "verdict"}},
                 numberOf(static_cast<int64_t>(changed.size()), "row") + " of " +
                     std::to_string(setting.rows.size()) + " changed over " +
                     numberOf(static_cast<int64_t>(setting.versions.size()), "version") + ".");
  };
  auto write = [&](const std::vector<const RowTrend *> &rows, const std::string &id) {
    return [&setting, &rows, id](Markup &page) {
      for (size_t i = 0; i < rows.size(); ++i)
        writeRow(page, id + "-" + std::to_string(i + 1), setting, *rows[i]);
      if (rows.empty())
        page.element("p", {}, "None.");
    };
  };
  frame.sections.push_back({"changed", "Which rows changed?", write(changed, "changed")});
  frame.sections.push_back({"steady", "Which rows did not?", write(steady, "steady")});
  frame.footer.push_back("Points are tables, whiskers their bands of 95 %, lines the levels; a "
                         "dotted line stands where a row changed.");
  if (small)
    frame.footer.push_back(numberOf(static_cast<int64_t>(small), "row") +
                           " below 0.1 % of T_p left out; trend.json has all of them.");
  return framedPage(frame);
}

} // namespace tare
