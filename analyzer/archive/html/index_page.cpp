// SPDX-License-Identifier: Apache-2.0
// The first page of a site: which programs were measured, and what changed last.
#include "analyzer/archive/html/site_views.h"

#include "analyzer/report/html/page_frame.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

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
  SiteTable table("Applications", {"application", "what it is", "owner", "newest (UTC)", "tables",
                                   "machines", "changes"});
  for (const SiteApplication &each : applications)
    table.add({{.text = each.name, .link = each.folder + "/index.html"},
               {each.description},
               {each.kept.empty() ? "" : each.kept.back().owner},
               lineCell(shortTime(newestOf(each))),
               countCell(each.kept.size()),
               countCell(machinesOf(each)),
               countCell(changesOfSite(each).size())});
  table.write(page);
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
    text += oldest.substr(0, 10) == newest.substr(0, 10)
                ? ", measured on " + newest.substr(0, 10)
                : ", measured from " + oldest.substr(0, 10) + " to " + newest.substr(0, 10);
  return text + ".";
}

} // namespace

void writeChanges(Markup &page, const std::vector<NamedChange> &changes, size_t most,
                  bool with_name) {
  SiteTable table("Changes", {"since (UTC)", "application", "row", "change", "before", "after",
                              "size", "commit", "machine", "remark"});
  for (size_t i = 0; i < std::min(most, changes.size()); ++i) {
    const SiteApplication &application = *changes[i].application;
    const SiteChange &change = changes[i].change;
    double before = change.before().value, after = change.after().value;
    SiteCell name;
    if (with_name)
      name = {.text = application.name, .link = application.folder + "/index.html"};
    table.add({{shortTime(change.version().measured_utc)},
               name,
               {rowText(*change.row)},
               {.text = before != 0 ? signedPercent(before, after) : "new",
                .value = before != 0 ? (after - before) / std::abs(before) : 0,
                .look = after > before ? "lost" : "gained"},
               timeCell(before, timeText(before)),
               timeCell(after, timeText(after)),
               lineCell(sizeOfSetting(*change.setting)),
               codeCell(change.version().commit.substr(0, shown_of_commit)),
               {change.setting->machine},
               {change.isAccepted() ? "accepted"
                : change.isAlone()  ? "one table: measure again"
                                    : ""}});
  }
  table.write(page);
  if (changes.size() > most)
    page.element("p", {},
                 numberOf(static_cast<int64_t>(changes.size() - most), "older change") +
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
  frame.sections.push_back({"applications", "Which programs were measured?",
                            [&](Markup &page) { writeApplications(page, applications); }});
  frame.sections.push_back({"changes", "What changed last?", [&](Markup &page) {
                              if (changes.empty())
                                page.element("p", {}, "No row changed beyond chance.");
                              else
                                writeChanges(page, changes, most_changes_of_index, true);
                            }});
  return framedPage(frame);
}

} // namespace tare
