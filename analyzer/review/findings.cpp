// SPDX-License-Identifier: Apache-2.0
// Lists of places for tools that annotate code: SARIF 2.1.0 and GitLab's code quality report.
#include "analyzer/review/wording.h"
#include "base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace tare {
namespace {

using Json = nlohmann::json;

std::string dumped(const Json &json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// RFC 3986: what is not unreserved or a slash is escaped.
std::string uriOf(const std::string &path) {
  static constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri;
  for (char c : path)
    if (plain.find(c) != std::string_view::npos)
      uri += c;
    else
      uri += "%" + hex16(static_cast<unsigned char>(c)).substr(14);
  return startsWith(path, "/") ? "file://" + uri : uri;
}

std::string messageOf(const Finding &finding) {
  std::string sentence = changeSentence(*finding.change, *finding.table);
  if (!finding.site)
    return "whole program: " + sentence;
  std::string fate = fateText(*finding.site);
  return sentence + (fate.empty() ? "" : " (" + fate + ")");
}

Json sarifLocation(const Site &site) {
  Json artifact = {{"uri", uriOf(site.file)}};
  if (!startsWith(site.file, "/"))
    artifact["uriBaseId"] = "%SRCROOT%";
  Json physical = {{"artifactLocation", artifact}};
  if (site.line > 0)
    physical["region"] = {{"startLine", site.line}};
  if (site.line > 0 && site.column > 0)
    physical["region"]["startColumn"] = site.column;
  return {{"physicalLocation", physical},
          {"logicalLocations", Json::array({{{"fullyQualifiedName", site.id}}})}};
}

bool failsBuild(const Review &review) {
  return std::ranges::any_of(
      review.gates, [](const GateResult &result) { return result.verdict == Verdict::Failed; });
}

Json sarifResult(const Finding &finding, const Review &review, size_t rule) {
  Json result = {{"ruleId", finding.change->category},
                 {"ruleIndex", rule},
                 {"level", failsBuild(review) ? "error" : "warning"},
                 {"message", {{"text", messageOf(finding)}}},
                 {"partialFingerprints",
                  {{"tareOverhead/v1", hex16(hashBytes(fingerprintText(finding, review)))}}},
                 {"properties",
                  {{"change_s", finding.change->difference.change_s},
                   {"share_of_parallel_time", finding.change->share},
                   {"threads", finding.table->threads}}}};
  if (finding.site)
    result["locations"] = Json::array({sarifLocation(finding.site->shown())});
  return result;
}

Json notifications(const Review &review) {
  Json list = Json::array();
  auto add = [&](const char *level, const std::string &text) {
    list.push_back({{"level", level}, {"message", {{"text", text}}}});
  };
  for (const GateResult &result : review.gates)
    if (result.verdict != Verdict::Passed)
      add(result.verdict == Verdict::Failed ? "error" : "warning",
          "gate " + result.gate.text + ": " + verdictName(result.verdict) + ". " + result.reason);
  for (const std::string &caution : cautions(review))
    add("note", caution);
  return list;
}

/// GitLab wants a place for everything: that of the program's first construct.
const Site *anyPlace(const Finding &finding) {
  if (finding.site)
    return &finding.site->shown();
  return finding.table->sites.empty() ? nullptr : &finding.table->sites.front().shown();
}

const char *severityOf(double share) {
  return share >= 0.10 ? "critical" : share >= 0.05 ? "major" : "minor";
}

} // namespace

std::string reviewSarif(const Review &review) {
  Json rules = Json::array(), results = Json::array();
  std::map<std::string, size_t> index;
  for (const Finding &finding : growths(review)) {
    const std::string &category = finding.change->category;
    auto [at, fresh] = index.emplace(category, rules.size());
    if (fresh)
      rules.push_back(
          {{"id", category}, {"shortDescription", {{"text", overheadLabel(category) + " grew"}}}});
    results.push_back(sarifResult(finding, review, at->second));
  }
  Json run = {
      {"tool", {{"driver", {{"name", "Tare"}, {"rules", rules}}}}},
      {"results", results},
      {"columnKind", "unicodeCodePoints"},
      {"invocations", Json::array({{{"executionSuccessful", true},
                                    {"toolExecutionNotifications", notifications(review)}}})}};
  return dumped({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", Json::array({run})}});
}

std::string reviewGitLab(const Review &review) {
  Json list = Json::array();
  for (const Finding &finding : growths(review)) {
    const Site *site = anyPlace(finding);
    list.push_back({{"description", messageOf(finding)},
                    {"check_name", finding.change->category},
                    {"fingerprint", hex16(hashBytes(fingerprintText(finding, review)))},
                    {"severity", severityOf(finding.change->share)},
                    {"location",
                     {{"path", site ? site->file : review.comparison.program},
                      {"lines", {{"begin", site ? std::max(site->line, 1) : 1}}}}}});
  }
  return dumped(list);
}

} // namespace tare
