// SPDX-License-Identifier: Apache-2.0
// The first page of a site: which programs were measured, and what changed last.
#include "analyzer/archive/html/site_views.h"

#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_frame.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

constexpr size_t most_changes_of_index = 20;

std::string newestOf(const SiteApplication &application) {
  return application.kept.empty() ? "" : application.kept.back().measured_utc;
}

size_t machinesOf(const SiteApplication &application) {
  std::vector<std::string> machines;
  for (const KeptLedger &each : application.kept)
    if (!each.machine.empty())
      machines.push_back(each.machine);
  std::ranges::sort(machines);
  return static_cast<size_t>(std::unique(machines.begin(), machines.end()) - machines.begin());
}

void writeApplications(Markup &page, const std::vector<SiteApplication> &applications) {
  openTable(page, "Applications",
            {"application", "what it is", "owner", "newest (UTC)", "tables", "machines", "changes"},
            4);
  for (const SiteApplication &each : applications) {
    page.open("tr").open("th", {{"scope", "row"}});
    page.element("a", {{"href", each.folder + "/index.html"}}, each.name).close();
    page.element("td", {}, each.description);
    page.element("td", {}, each.kept.empty() ? "" : each.kept.back().owner);
    page.element("td", {}, shortTime(newestOf(each)));
    auto count = [&](size_t number) {
      numberCell(page, static_cast<double>(number), std::to_string(number));
    };
    count(each.kept.size());
    count(machinesOf(each));
    count(changesOfSite(each).size());
    page.close();
  }
  closeTable(page);
}

std::string verdictOf(const std::vector<SiteApplication> &applications) {
  size_t tables = 0;
  std::string oldest, newest;
  for (const SiteApplication &application : applications)
    for (const KeptLedger &each : application.kept) {
      ++tables;
      if (each.measured_utc.empty())
        continue;
      oldest = oldest.empty() ? each.measured_utc : std::min(oldest, each.measured_utc);
      newest = std::max(newest, each.measured_utc);
    }
  std::string text = numberOf(static_cast<int64_t>(applications.size()), "application") + " with " +
                     numberOf(static_cast<int64_t>(tables), "table");
  if (!newest.empty())
    text += ", measured from " + oldest.substr(0, 10) + " to " + newest.substr(0, 10);
  return text + ".";
}

} // namespace

void openTable(Markup &page, const std::string &label, const std::vector<std::string> &heads,
               size_t numbers_from) {
  openScroll(page, label);
  page.open("table", {{"class", "sortable"}}).open("thead").open("tr");
  for (size_t i = 0; i < heads.size(); ++i)
    i < numbers_from
        ? page.element("th", {{"scope", "col"}}, heads[i])
        : page.element("th", {{"scope", "col"}, {"class", "number"}}, heads[i]);
  page.close().close().open("tbody");
}

void closeTable(Markup &page) { page.close().close().close(); }

void numberCell(Markup &page, double value, const std::string &shown) {
  page.open("td", {{"class", "number"}}).figure(value, shown).close();
}

void writeChanges(Markup &page, const std::vector<NamedChange> &changes, size_t most,
                  bool with_name) {
  std::vector<std::string> heads = {"since (UTC)", "row", "commit", "size", "machine", "remark",
                                    "before",      "after", "change"};
  if (with_name)
    heads.insert(heads.begin() + 1, "application");
  openTable(page, "Changes", heads, heads.size() - 3);
  for (size_t i = 0; i < std::min(most, changes.size()); ++i) {
    const SiteChange &change = changes[i].change;
    double before = change.before().value, after = change.after().value;
    page.open("tr").element("th", {{"scope", "row"}}, shortTime(change.version().measured_utc));
    if (with_name)
      page.open("td")
          .element("a", {{"href", changes[i].application->folder + "/index.html"}},
                   changes[i].application->name)
          .close();
    page.element("td", {}, rowText(*change.row));
    page.open("td")
        .element("code", {}, change.version().commit.substr(0, shown_of_commit))
        .close();
    page.element("td", {}, sizeOfSetting(*change.setting));
    page.element("td", {}, change.setting->machine);
    page.element("td", {},
                 change.isAccepted() ? "accepted"
                 : change.isAlone()  ? "one table: measure again"
                                     : "");
    numberCell(page, before, timeText(before));
    numberCell(page, after, timeText(after));
    page.open("td", {{"class", after > before ? "number lost" : "number gained"}})
        .figure(before != 0 ? (after - before) / std::abs(before) : 0,
                before != 0 ? signedPercent(before, after) : "new")
        .close();
    page.close();
  }
  closeTable(page);
  if (changes.size() > most)
    page.element("p", {}, numberOf(static_cast<int64_t>(changes.size() - most), "older change") +
                              " left out.");
}

std::string indexPage(const std::vector<SiteApplication> &applications) {
  std::vector<NamedChange> changes;
  for (const SiteApplication &application : applications)
    for (const SiteChange &change : changesOfSite(application))
      changes.push_back({&application, change});
  std::ranges::stable_sort(changes, std::ranges::greater(), [](const NamedChange &each) {
    return each.change.version().measured_utc;
  });
  PageFrame frame;
  frame.title = "Tare: archive";
  frame.header = [&](Markup &page) {
    page.element("h1", {}, "Parallel overheads over time");
    page.element("p", {{"class", "verdict"}}, verdictOf(applications));
  };
  frame.sections.push_back({"applications", "Which programs were measured?", [&](Markup &page) {
                              writeApplications(page, applications);
                            }});
  frame.sections.push_back({"changes", "What changed last?", [&](Markup &page) {
                              if (changes.empty())
                                page.element("p", {}, "No row changed beyond chance.");
                              else
                                writeChanges(page, changes, most_changes_of_index, true);
                            }});
  return framedPage(frame);
}

} // namespace tare
