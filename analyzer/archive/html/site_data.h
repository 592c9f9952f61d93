// SPDX-License-Identifier: Apache-2.0
// What the pages of a site are made of.
//
//   archive -> [site data] -> pages
#pragma once

#include "analyzer/archive/archive_words.h"
#include "analyzer/archive/html/site.h"
#include "analyzer/models/ledger_rows.h"

#include <string>
#include <tuple>
#include <vector>

namespace tare {

/// A step of a row: it begins with `level`, which is not the first.
struct SiteChange {
  const SettingTrend *setting = nullptr;
  const RowTrend *row = nullptr;
  size_t level = 0;

  const TrendLevel &before() const { return row->levels[level - 1]; }
  const TrendLevel &after() const { return row->levels[level]; }
  const TrendVersion &version() const { return setting->versions[row->versions[after().first]]; }
  bool isAccepted() const { return row->accepted > 0 && after().first <= row->accepted; }
  bool isAlone() const { return after().count == 1; } // one table: it may be chance
};

struct SiteApplication {
  std::string name, folder, description;
  std::vector<KeptLedger> kept;       // the newest last
  std::vector<SettingTrend> settings; // those of most versions first
  std::vector<NamedLedger> newest;    // of each setting the newest table, for models
  size_t not_modelled = 0;            // newest tables beyond those
};

/// Without `newest`.
Result<SiteApplication> siteApplication(Archive &archive, const std::string &name);
Result<void> readNewest(Archive &archive, SiteApplication &application);

/// The newest first. They point into `application`.
std::vector<SiteChange> changesOfSite(const SiteApplication &application);

/// T_p; null: it is not known.
const RowTrend *timeRow(const SettingTrend &setting);

/// "n=1100, 4 threads".
std::string sizeOfSetting(const SettingTrend &setting);

/// Parameters in an order in which 8 comes before 12.
using SizeOrder = std::vector<std::tuple<std::string, double, std::string>>;
SizeOrder sizeOrder(const std::string &parameters);

inline constexpr size_t shown_of_page_hash = 12; // digits
/// "rows-3.html"
std::string rowsPageName(size_t setting);
/// "run-0f43168886c5.html"
std::string runPageName(const KeptLedger &kept);
/// Whether it has a page of rows: there are two versions.
bool hasRowsPage(const SettingTrend &setting);
/// For each entry of `kept`, whether that table has a page of its own.
std::vector<bool> haveRunPages(const SiteApplication &application, size_t tables);

} // namespace tare
