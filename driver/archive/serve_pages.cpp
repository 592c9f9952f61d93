// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/serve_pages.h"

#include "analyzer/archive/html/site.h"
#include "base/text.h"
#include "driver/archive/serve_routes.h"
#include "driver/archive/trend_text.h"
#include "driver/verbs.h"

#include <limits>

namespace tare {
namespace {

constexpr std::string_view trend_file = "/trend.json";

Result<std::optional<std::string>> trendOfFolder(Archive &archive, const std::string &folder) {
  TARE_TRY(std::string name, applicationOfFolder(archive, folder));
  if (name.empty())
    return std::optional<std::string>();
  TARE_TRY(std::vector<SettingTrend> trends, askTrends(archive, {.application = name}));
  return std::optional(trendJson(name, trends));
}

} // namespace

WebAnswer pageAnswer(Archive &archive, const std::string &path) {
  const std::string name = path.substr(1);
  const bool is_trend = endsWith(name, trend_file);
  const SiteQuestion question{"", std::numeric_limits<size_t>::max()};
  Result<std::optional<std::string>> page =
      is_trend ? trendOfFolder(archive, name.substr(0, name.size() - trend_file.size()))
               : sitePage(archive, question, name);
  if (!page.ok()) {
    complain(page.error());
    return webRefusal(page.error().timed_out ? 503 : 500, "this page cannot be made");
  }
  if (!page.value())
    return webRefusal(404, "there is nothing here", "GET / has a page of the archive");
  return {200, is_trend ? "application/json" : "text/html", std::move(*page.value())};
}

} // namespace tare
