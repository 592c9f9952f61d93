// SPDX-License-Identifier: Apache-2.0
// What is kept of an application, and which setting is best at each size.
#include "analyzer/archive/html/site_views.h"

#include "analyzer/ledger/ledger_json.h"
#include "base/formats/formats.h"
#include "base/quantity.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

constexpr double best_band_errors = 1.96; // a band of 95 %

/// A setting's newest time.
struct SizeChoice {
  const SettingTrend *setting;
  TrendPoint time;
  double half() const { return best_band_errors * time.error; }
};

std::string choiceText(const SizeChoice &choice) {
  std::string text = numberOf(choice.setting->threads, "thread");
  for (const std::string *each : {&choice.setting->machine, &choice.setting->compiler})
    if (!each->empty())
      text += ", " + *each;
  return text;
}

std::string timeShown(const SizeChoice &choice) {
  return choice.half() > 0 ? timeBandText(choice.time.value, choice.half())
                           : timeText(choice.time.value);
}

/// Of each size, ascending, the shortest time first.
std::map<SizeOrder, std::vector<SizeChoice>> choicesBySize(const SiteApplication &application) {
  std::map<SizeOrder, std::vector<SizeChoice>> sizes;
  for (const SettingTrend &setting : application.settings)
    if (const RowTrend *time = timeRow(setting))
      sizes[sizeOrder(setting.parameters)].push_back({&setting, time->points.back()});
  for (auto &[size, choices] : sizes)
    std::ranges::stable_sort(choices, {}, [](const SizeChoice &each) { return each.time.value; });
  return sizes;
}

std::string verdictOn(const std::vector<SizeChoice> &choices) {
  if (choices.size() < 2)
    return "the only one";
  const SizeChoice &best = choices[0], &next = choices[1];
  bool is_clear = best.time.value + best.half() < next.time.value - next.half();
  return is_clear ? signedPercent(best.time.value, next.time.value) +
                        " for the next: " + choiceText(next)
                  : "not clear: the band of " + choiceText(next) + " overlaps";
}

} // namespace

void writeBest(Markup &page, const SiteApplication &application) {
  auto sizes = choicesBySize(application);
  if (sizes.empty()) {
    page.element("p", {}, "No run of it is kept.");
    return;
  }
  page.element(
      "p", {},
      "The shortest run time of each size, by the newest table of each setting. tare which "
      "predicts sizes that were not measured.");
  SiteTable table("Best of each size", {"size", "best", "how clear", "settings", "T_p"});
  for (const auto &[order, choices] : sizes) {
    std::string size = parametersText(choices.front().setting->parameters);
    table.add({{size.empty() ? "no parameters" : size},
               {choiceText(choices.front())},
               {verdictOn(choices)},
               countCell(choices.size()),
               timeCell(choices.front().time.value, timeShown(choices.front()))});
  }
  table.write(page);
}

void writeKept(Markup &page, const SiteApplication &application,
               const std::vector<bool> &have_page) {
  SiteTable table("Tables", {"measured (UTC)", "version", "commit", "parameters", "threads",
                             "machine", "compiler", "format", "hash"});
  size_t without = 0;
  for (size_t i = application.kept.size(); i-- > 0;) {
    const KeptLedger &kept = application.kept[i];
    const bool is_foreign = !isOfFormat(formats::table, kept.format);
    without += !have_page[i] && !is_foreign;
    table.add({{.text = kept.measured_utc.empty() ? "not known" : shortTime(kept.measured_utc),
                .link = have_page[i] ? runPageName(kept) : ""},
               {kept.version},
               codeCell(kept.source_commit.substr(0, shown_of_commit)),
               {parametersText(kept.parameters)},
               {kept.threads},
               {kept.machine},
               {kept.compiler},
               {is_foreign ? kept.format : ""},
               codeCell(kept.sha256.substr(0, shown_of_page_hash))});
  }
  table.write(page);
  if (without)
    page.element("p", {},
                 numberOf(static_cast<int64_t>(without), "older table") +
                     " without a page here; tare archive show prints their reports.");
}

} // namespace tare
