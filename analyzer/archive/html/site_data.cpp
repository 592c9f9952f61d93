// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/html/site_data.h"

#include "analyzer/archive/knowledge.h"
#include "analyzer/archive/sha256.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/formats/formats.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

namespace tare {
namespace {

constexpr size_t shown_of_folder_hash = 16, longest_folder = 60;
constexpr size_t most_modelled = 200; // tables are read as a whole for it

bool isPlainFolder(const std::string &name) {
  auto isPlain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= longest_folder && std::ranges::all_of(name, isPlain) &&
         name[0] != '.' && name[0] != '_' && name != "api" && name != "index.html";
}

} // namespace

std::string siteFolder(const std::string &application) {
  if (isPlainFolder(application))
    return application;
  std::string folder;
  for (char c : application.substr(0, longest_folder))
    if (std::string low(1, static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c));
        isPlainFolder("x" + low))
      folder += low;
  while (!folder.empty() && (folder[0] == '.' || folder[0] == '_'))
    folder.erase(0, 1);
  return (folder.empty() ? "application" : folder) + "~" +
         sha256(application).substr(0, shown_of_folder_hash);
}

Result<std::vector<std::string>> siteApplications(Archive &archive, const std::string &only) {
  TARE_TRY(DatabaseRows found, archive.database().rows("SELECT name FROM application"));
  std::vector<std::string> names;
  for (const DatabaseRow &row : found.rows)
    if (std::string name = row[0].value_or(""); only.empty() || name == only)
      names.push_back(name);
  std::ranges::sort(names); // the data base's order is the locale's
  if (names.empty() && !only.empty())
    return Error{"the archive has no application '" + only + "'", archive.database().shown(),
                 "tare archive list names all"};
  return names;
}

Result<std::string> applicationOfFolder(Archive &archive, const std::string &folder) {
  TARE_TRY(std::vector<std::string> names, siteApplications(archive, ""));
  auto found = std::ranges::find(names, folder, siteFolder);
  return found == names.end() ? std::string() : *found;
}

Result<SiteApplication> siteApplication(Archive &archive, const std::string &name) {
  SiteApplication application;
  application.name = name;
  application.folder = siteFolder(name);
  TARE_TRY(application.description, descriptionOf(archive, name));
  Result<std::vector<KeptLedger>> kept = archive.list(name);
  if (!kept.ok()) // described, and nothing is kept of it
    return application;
  application.kept = std::move(kept).value();
  auto order = [](const KeptLedger &each) { return std::tie(each.measured_utc, each.sha256); };
  std::ranges::sort(application.kept, {}, order);
  TARE_TRY(application.settings, askTrends(archive, {.application = name}));
  std::ranges::sort(application.settings, {}, [](const SettingTrend &each) {
    return std::tuple(-static_cast<int64_t>(each.versions.size()), each.machine, each.compiler,
                      each.openmp_runtime, sizeOrder(each.parameters), each.threads);
  });
  return application;
}

Result<void> readNewest(Archive &archive, SiteApplication &application) {
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>,
           const KeptLedger *>
      newest;
  for (const KeptLedger &each : application.kept)
    if (isOfFormat(formats::table, each.format))
      newest[{each.machine, each.compiler, each.openmp_runtime, each.parameters, each.threads}] =
          &each;
  for (const auto &[setting, kept] : newest) {
    if (application.newest.size() == most_modelled) {
      ++application.not_modelled;
      continue;
    }
    TARE_TRY(std::string text, archive.textOf(kept->id));
    TARE_TRY(Ledger ledger, readLedger(text));
    if (ledger.predicted.empty())
      application.newest.push_back(
          {kept->sha256, std::make_shared<const Ledger>(std::move(ledger))});
  }
  return {};
}

std::vector<SiteChange> changesOfSite(const SiteApplication &application) {
  std::vector<SiteChange> changes;
  for (const SettingTrend &setting : application.settings)
    for (const RowTrend &row : setting.rows)
      for (size_t level = 1; level < row.levels.size(); ++level)
        changes.push_back({&setting, &row, level});
  std::ranges::stable_sort(changes, std::ranges::greater(), [](const SiteChange &change) {
    return std::pair(change.version().measured_utc, change.row->row == "T_p");
  });
  return changes;
}

const RowTrend *timeRow(const SettingTrend &setting) {
  auto found = std::ranges::find(setting.rows, "T_p", &RowTrend::row);
  return found == setting.rows.end() || found->points.empty() ? nullptr : &*found;
}

std::string sizeOfSetting(const SettingTrend &setting) {
  std::string parameters = parametersText(setting.parameters);
  return (parameters.empty() ? "" : parameters + ", ") + numberOf(setting.threads, "thread");
}

SizeOrder sizeOrder(const std::string &parameters) {
  SizeOrder order;
  for (const auto &[name, value] : parametersIn(parameters)) {
    double number = std::strtod(value.c_str(), nullptr);
    order.emplace_back(name, std::isfinite(number) ? number : 0, value);
  }
  return order;
}

std::string rowsPageName(size_t setting) { return "rows-" + std::to_string(setting + 1) + ".html"; }

std::string runPageName(const KeptLedger &kept) {
  return "run-" + kept.sha256.substr(0, shown_of_page_hash) + ".html";
}

bool hasRowsPage(const SettingTrend &setting) { return setting.versions.size() > 1; }

std::vector<bool> haveRunPages(const SiteApplication &application, size_t tables) {
  std::vector<bool> have(application.kept.size(), false);
  for (size_t i = have.size(); i-- > 0 && tables > 0;)
    if (isOfFormat(formats::table, application.kept[i].format)) {
      have[i] = true;
      --tables;
    }
  return have;
}

} // namespace tare
