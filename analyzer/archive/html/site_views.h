// SPDX-License-Identifier: Apache-2.0
// The pages of a site, and what they are put together from.
//
//   site data -> [site views] -> HTML
#pragma once

#include "analyzer/archive/html/site_data.h"
#include "analyzer/archive/html/site_table.h"
#include "analyzer/report/html/markup.h"

#include <string>
#include <vector>

namespace tare {

/// All applications, and what changed last.
std::string indexPage(const std::vector<SiteApplication> &applications);
/// One of them. `have_page`: of haveRunPages().
std::string applicationPage(const SiteApplication &application, const std::vector<bool> &have_page);
/// Every row of one setting over its versions.
std::string rowsPage(const SiteApplication &application, size_t setting);

/// A row over the versions: points with bands, levels, and a mark at each change. `id` is the
/// picture's alone. `said`: what it shows.
void drawTrend(Markup &page, const std::string &id, const SettingTrend &setting,
               const RowTrend &row, const std::string &said);
/// The same as a table, folded.
void writeTrendNumbers(Markup &page, const SettingTrend &setting, const RowTrend &row);

/// A table of changes, the newest first, at most so many. `with_name`: a column with the
/// application.
struct NamedChange {
  const SiteApplication *application;
  SiteChange change;
};
void writeChanges(Markup &page, const std::vector<NamedChange> &changes, size_t most,
                  bool with_name);

/// How the rows of the newest tables grow with the size.
void writeGrowth(Markup &page, const SiteApplication &application);
/// Of each size the setting with the shortest time, and whether another is as good.
void writeBest(Markup &page, const SiteApplication &application);
/// All that is kept.
void writeKept(Markup &page, const SiteApplication &application,
               const std::vector<bool> &have_page);

} // namespace tare
