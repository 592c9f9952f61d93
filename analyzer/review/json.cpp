// SPDX-License-Identifier: Apache-2.0
#include "analyzer/review/review.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tare {
namespace {

using Json = nlohmann::json;

double finite(double value) { return std::isfinite(value) ? value : 0; }

double nanoseconds(double seconds) { return std::round(finite(seconds) * 1e9) / 1e9; }

double sixDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", finite(value));
  return std::strtod(text, nullptr);
}

Json differenceJson(const Difference &difference) {
  Json json = {{"base_s", nanoseconds(difference.base_s)},
               {"head_s", nanoseconds(difference.head_s)},
               {"change_s", nanoseconds(difference.change_s)}};
  if (difference.testable) {
    json["low_s"] = nanoseconds(difference.low_s);
    json["high_s"] = nanoseconds(difference.high_s);
    json["p_value"] = sixDigits(difference.p_value);
  }
  return json;
}

Json siteJson(const Site &site) {
  return {{"id", site.id},     {"kind", site.kind},     {"file", site.file},
          {"line", site.line}, {"column", site.column}, {"directive", site.directive}};
}

Json changeJson(const Change &change, const ComparedTable &table) {
  Json json = differenceJson(change.difference);
  json["category"] = change.category;
  json["share"] = sixDigits(change.share);
  json["reported"] = change.reported;
  if (change.tested)
    json["false_discovery_rate"] = sixDigits(change.false_rate);
  if (change.site < 0)
    return json;
  const ComparedSite &site = table.sites[size_t(change.site)];
  json["construct"] = {{"matched_by", matchName(site.by)}};
  if (site.base)
    json["construct"]["base"] = siteJson(*site.base);
  if (site.head)
    json["construct"]["head"] = siteJson(*site.head);
  if (site.left_out)
    json["construct"]["left_out"] = true;
  return json;
}

Json tableJson(const ComparedTable &table) {
  Json changes = Json::array();
  for (const Change &change : table.changes)
    changes.push_back(changeJson(change, table));
  return {{"threads", table.threads},
          {"base_tuples", table.base_tuples},
          {"head_tuples", table.head_tuples},
          {"serial_time", differenceJson(table.serial)},
          {"parallel_time", differenceJson(table.parallel)},
          {"total_overhead", differenceJson(table.total)},
          {"changes", changes}};
}

} // namespace

std::string reviewJson(const Review &review) {
  const CompareLimits &limits = review.comparison.limits;
  Json json = {{"schema", "tare.diff/1"},
               {"program", review.comparison.program},
               {"base", review.base},
               {"head", review.head},
               {"false_discovery_rate", limits.discovery_rate},
               {"least_effect", limits.least_effect},
               {"forced", review.forced},
               {"remarks", review.comparison.remarks}};
  json["tables"] = Json::array();
  for (const ComparedTable &table : review.comparison.tables)
    json["tables"].push_back(tableJson(table));
  json["gates"] = Json::array();
  for (const GateResult &result : review.gates)
    json["gates"].push_back({{"gate", result.gate.text},
                             {"verdict", verdictName(result.verdict)},
                             {"confirmation", confirmationName(result.confirmation)},
                             {"reason", result.reason}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace tare
