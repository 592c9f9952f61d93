// SPDX-License-Identifier: Apache-2.0
// One application: how long it takes over its versions, what changed when, how it grows, what is
// best, and all that is kept of it.
#include "analyzer/archive/html/site_views.h"

#include "analyzer/report/html/page_frame.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

constexpr size_t most_pictures = 4, most_changes = 200;

/// "2 changes; the last since 2026-11-28 (4eb53376aa): +12.3 %".
std::string changesClause(const SettingTrend &setting, const RowTrend &row) {
  size_t changes = row.levels.empty() ? 0 : row.levels.size() - 1;
  if (changes == 0)
    return "no change beyond chance";
  const TrendLevel &before = row.levels[changes - 1], &after = row.levels[changes];
  return numberOf(static_cast<int64_t>(changes), "change") + ", the last " +
         signedPercent(before.value, after.value) + " since " +
         versionText(setting.versions[row.versions[after.first]]);
}

void writePictures(Markup &page, const SiteApplication &application) {
  size_t drawn = 0;
  for (size_t i = 0; i < application.settings.size() && drawn < most_pictures; ++i) {
    const SettingTrend &setting = application.settings[i];
    const RowTrend *time = timeRow(setting);
    if (!time || !hasRowsPage(setting))
      continue;
    std::string said = "T_p on " + settingText(setting) + ": " +
                       numberOf(static_cast<int64_t>(time->points.size()), "table") + ", " +
                       changesClause(setting, *time);
    page.open("figure").element("figcaption", {}, said + ".");
    drawTrend(page, "trend-" + std::to_string(++drawn), setting, *time, said);
    page.close();
    writeTrendNumbers(page, setting, *time);
  }
}

void writeSettings(Markup &page, const SiteApplication &application) {
  SiteTable table("Settings", {"size", "machine", "compiler", "newest (UTC)", "tables", "T_p",
                               "changes of T_p", "changes of all rows"});
  for (size_t i = 0; i < application.settings.size(); ++i) {
    const SettingTrend &setting = application.settings[i];
    const RowTrend *time = timeRow(setting);
    size_t all = 0;
    for (const RowTrend &row : setting.rows)
      all += row.levels.empty() ? 0 : row.levels.size() - 1;
    table.add(
        {{.text = sizeOfSetting(setting), .link = hasRowsPage(setting) ? rowsPageName(i) : ""},
         {setting.machine},
         {setting.compiler},
         lineCell(shortTime(setting.versions.back().measured_utc)),
         countCell(setting.versions.size()),
         time ? timeCell(time->points.back().value, timeText(time->points.back().value))
              : SiteCell{"-"},
         time ? countCell(time->levels.empty() ? 0 : time->levels.size() - 1) : SiteCell{"-"},
         countCell(all)});
  }
  table.write(page);
}

void writeTimes(Markup &page, const SiteApplication &application) {
  if (application.settings.empty()) {
    page.element("p", {}, "No run of it is kept.");
    return;
  }
  writePictures(page, application);
  page.element("h3", {}, "All settings");
  page.element(
      "p", {},
      "Tables that differ by their version alone are one setting. Where there are several, "
      "its page has every row over the versions.");
  writeSettings(page, application);
}

std::string verdictOfApplication(const SiteApplication &application,
                                 const std::vector<SiteChange> &changes) {
  std::string text = numberOf(static_cast<int64_t>(application.kept.size()), "table") + " in " +
                     numberOf(static_cast<int64_t>(application.settings.size()), "setting") + ". ";
  if (changes.empty())
    return text + "No row changed beyond chance.";
  const SiteChange &last = changes.front();
  return text + "Last change: " + rowText(*last.row) + " " +
         signedPercent(last.before().value, last.after().value) + " since " +
         versionText(last.version()) + ", on " + sizeOfSetting(*last.setting) + ".";
}

} // namespace

std::string applicationPage(const SiteApplication &application,
                            const std::vector<bool> &have_page) {
  std::vector<SiteChange> found = changesOfSite(application);
  std::vector<NamedChange> changes;
  for (const SiteChange &change : found)
    changes.push_back({&application, change});
  PageFrame frame;
  frame.title = "Tare: " + application.name;
  frame.way = {{"Archive", "../index.html"}};
  frame.header = [&](Markup &page) {
    page.element("h1", {}, application.name);
    if (!application.description.empty())
      page.element("p", {}, application.description);
    page.element("p", {{"class", "verdict"}}, verdictOfApplication(application, found));
  };
  frame.sections.push_back(
      {"times", "How long does it take?", [&](Markup &page) { writeTimes(page, application); }});
  frame.sections.push_back({"changes", "What changed when?", [&](Markup &page) {
                              if (changes.empty())
                                page.element("p", {}, "No row changed beyond chance.");
                              else
                                writeChanges(page, changes, most_changes, false);
                            }});
  frame.sections.push_back(
      {"growth", "How does it grow?", [&](Markup &page) { writeGrowth(page, application); }});
  frame.sections.push_back(
      {"best", "Which is best?", [&](Markup &page) { writeBest(page, application); }});
  frame.sections.push_back({"kept", "Which tables are kept?",
                            [&](Markup &page) { writeKept(page, application, have_page); }});
  return framedPage(frame);
}

} // namespace tare
