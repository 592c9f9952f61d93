// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/html/site.h"

#include "analyzer/archive/html/site_views.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/report/html/report_html.h"

namespace tare {
namespace {

constexpr const char *first_page = "index.html";

Result<std::string> runPage(Archive &archive, const SiteApplication &application,
                            const KeptLedger &kept) {
  TARE_TRY(std::string text, archive.textOf(kept.id));
  TARE_TRY(Ledger ledger, readLedger(text));
  PageData data;
  data.no_answers = "an archive keeps tables, and no runs to predict from";
  data.way = {{"Archive", "../index.html"}, {application.name, first_page}};
  return reportHtml(ledger, data);
}

Result<std::vector<SiteApplication>> allApplications(Archive &archive,
                                                     const SiteQuestion &question) {
  TARE_TRY(std::vector<std::string> names, siteApplications(archive, question.application));
  std::vector<SiteApplication> applications;
  for (const std::string &name : names) {
    TARE_TRY(SiteApplication application, siteApplication(archive, name));
    applications.push_back(std::move(application));
  }
  return applications;
}

Result<void> writeApplication(Archive &archive, SiteApplication &application,
                              const SiteQuestion &question, const TakePage &take) {
  const std::string folder = application.folder + "/";
  std::vector<bool> have_page = haveRunPages(application, question.tables);
  TARE_DO(readNewest(archive, application));
  TARE_DO(take(folder + first_page, applicationPage(application, have_page)));
  application.newest.clear();
  for (size_t i = 0; i < application.settings.size(); ++i)
    if (hasRowsPage(application.settings[i]))
      TARE_DO(take(folder + rowsPageName(i), rowsPage(application, i)));
  for (size_t i = 0; i < application.kept.size(); ++i) {
    if (!have_page[i])
      continue;
    TARE_TRY(std::string page, runPage(archive, application, application.kept[i]));
    TARE_DO(take(folder + runPageName(application.kept[i]), page));
  }
  return {};
}

/// The page of an application by its name alone.
Result<std::optional<std::string>> pageOfApplication(Archive &archive, SiteApplication &application,
                                                     const SiteQuestion &question,
                                                     const std::string &name) {
  std::vector<bool> have_page = haveRunPages(application, question.tables);
  if (name == first_page) {
    TARE_DO(readNewest(archive, application));
    return std::optional(applicationPage(application, have_page));
  }
  for (size_t i = 0; i < application.settings.size(); ++i)
    if (hasRowsPage(application.settings[i]) && name == rowsPageName(i))
      return std::optional(rowsPage(application, i));
  for (size_t i = 0; i < application.kept.size(); ++i)
    if (have_page[i] && name == runPageName(application.kept[i])) {
      TARE_TRY(std::string page, runPage(archive, application, application.kept[i]));
      return std::optional(std::move(page));
    }
  return std::optional<std::string>();
}

} // namespace

Result<void> writeSite(Archive &archive, const SiteQuestion &question, const TakePage &take) {
  TARE_TRY(std::vector<SiteApplication> applications, allApplications(archive, question));
  for (SiteApplication &application : applications)
    TARE_DO(writeApplication(archive, application, question, take));
  return take(first_page, indexPage(applications));
}

Result<std::optional<std::string>> sitePage(Archive &archive, const SiteQuestion &question,
                                            const std::string &name) {
  if (name.empty() || name == first_page) {
    TARE_TRY(std::vector<SiteApplication> applications, allApplications(archive, question));
    return std::optional(indexPage(applications));
  }
  size_t slash = name.find('/');
  TARE_TRY(std::string found, applicationOfFolder(archive, name.substr(0, slash)));
  if (found.empty() || slash == std::string::npos)
    return std::optional<std::string>();
  TARE_TRY(SiteApplication application, siteApplication(archive, found));
  std::string page = name.substr(slash + 1);
  return pageOfApplication(archive, application, question, page.empty() ? first_page : page);
}

} // namespace tare
